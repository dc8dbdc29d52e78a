#!/usr/bin/env node
"use strict";

require("../lib/launch.js").launch(require("node:process").argv.slice(2));
