import assert from "node:assert/strict";
import { sensitivePathTest } from "../../src/scanner/mod.ts";
import { config } from "./_tree.ts";

const CREDENTIALS = [
  ...[
    ".env",
    ".ENV",
    ".env.local",
    "a/b/.env.production",
    "deploy/.env.d/db",
    "prod.env",
    ".envrc",
    ".env-ci",
  ],
  ...[
    "ops/id_rsa",
    "id_ed25519.pub",
    "server.pem",
    "Server.KEY",
    "a.pfx",
    "a.p12",
    "a.jks",
    "a.ppk",
    ".ssh/config",
  ],
  ...[".npmrc", "pkg/.npmrc", ".pypirc", ".netrc", "_netrc", ".git-credentials", "home/.docker/config.json"],
  ...[
    "infra/terraform.tfstate",
    "terraform.tfstate.backup",
    "prod.tfvars",
    ".aws/credentials",
    "x/.kube/config",
  ],
  ...["credentials.json", "client_secret_1.json", "secrets.yaml", ".htpasswd", ".pgpass"],
];

const HARMLESS = [
  ...["src/keyring.ts", "src/keys.ts", "src/environment.ts", "vite-env.d.ts", "env.ts", "docs/secrets.md"],
  ...["docker/config.json", "src/config.json", "monkey.ts", "src/pem.go", "credentials.ts", "kube/config"],
  ...["terraform/main.tf", "tokens.json", "package.json", ".npmignore", ".environment/a.ts"],
];

Deno.test("credentials are sensitive even when the config lists nothing", () => {
  const isSensitive = sensitivePathTest({ sensitiveFiles: [] });
  for (const path of CREDENTIALS) assert.ok(isSensitive(path), path);
  for (const path of HARMLESS) assert.ok(!isSensitive(path), path);
});

Deno.test("templates of environment files are hidden by the default config only", () => {
  for (const path of [".env.example", "a/.env.sample", ".env.template", ".env.local.example"]) {
    assert.ok(!sensitivePathTest({ sensitiveFiles: [] })(path), path);
    assert.ok(sensitivePathTest(config())(path), path);
  }
});

Deno.test("the default config adds secret files and production settings", () => {
  const isSensitive = sensitivePathTest(config());
  for (
    const path of [
      "conf/db.secret.json",
      "src/appsettings.Production.json",
      "src/APPSETTINGS.production.JSON",
    ]
  ) {
    assert.ok(isSensitive(path), path);
  }
  assert.ok(!isSensitive("src/appsettings.json"));
});

Deno.test("own patterns may name folders and paths, and only they can take a built-in one back", () => {
  const isSensitive = sensitivePathTest({ sensitiveFiles: ["/private/", "conf/*.yml", "!fixtures/*.pem"] });
  assert.ok(isSensitive("private/a/b.ts"));
  assert.ok(!isSensitive("src/private/b.ts"));
  assert.ok(isSensitive("Conf/Db.YML"));
  assert.ok(!isSensitive("fixtures/test.pem"));
  assert.ok(isSensitive("other/test.pem"));
});
