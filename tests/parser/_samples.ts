/** One sample per language that shows everything the parser claims to find in it. */
export interface Sample {
  path: string;
  source: string;
}

const typescriptSource = String.raw`import { rope, type Knot } from "./rope";
import type { Load } from "./load";
import "./side";
export * from "./hook";
const lazy = await import("./lazy");
const old = require("./old");

/** Lifts. */
export class Crane extends Machine {
  size = 1;
  up(load: Load): Knot {
    return rope(load);
  }
}
export interface Lift {
  height: number;
  down(): void;
}
export type Name = string;
export enum Kind {
  Light,
}
export namespace Tools {
  export let count = 0;
}
declare module "foreign" {
  const value: number;
}
export const limit = 3;
export function helper() {}
export function GET() {}
`;

const javascriptSource = String.raw`import { rope } from "./rope";
import "./side";
export * from "./hook";
const old = require("./old");
import("./lazy");

/** Lifts. */
export class Crane extends Machine {
  size = 1;
  up(load) {
    return rope(load);
  }
}
export let count = 0;
export const limit = 3;
export function helper() {}
export function GET() {}
`;

const csharpSource = String.raw`global using Yard.Base;
using Yard.Ropes;
using static Yard.Measures;
using Map = Yard.Maps.Map;

namespace Yard.Tools;

/// <summary>Lifts.</summary>
public class Crane : Machine, ILift
{
    private readonly Rope _rope = new();
    public const int Max = 3;
    public event EventHandler Moved;
    public Crane(Rope rope) { }
    public int Count { get; set; }
    public int this[int index] => index;
    public static Crane operator +(Crane a, Crane b) => a;
    [HttpGet] public int Get() { int Half(int x) => x / 2; return Half(2); }
    public void Up() { _rope.Pull(); }
}
public interface ILift { }
public struct Point { }
public record Crate(string Code);
public enum Load { Light }
public delegate void Handler();
`;

const pythonSource = String.raw`"""Module."""
import os, sys as system
from ..base import Machine, rope as line
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from .load import Load
lazy = importlib.import_module("yard.lazy")

LIMIT = 3

type Alias = list[int]


@register("x")
class Crane(Machine, base.Lift[int]):
    """Lifts loads.

    Args:
        none: not here
    """

    size: int = 1

    def __init__(self, load: "Load") -> None:
        super().__init__()

    @property
    def height(self) -> int:
        return LIMIT

    async def up(
        self,
        load: Load,
    ) -> dict[str, Knot]:
        """Ups."""
        line.pull(load)
        return [os.sep]

    def _hidden(self): ...


def helper(): ...
`;

const goSource = String.raw`// Package yard.
package yard

import (
	"fmt"
	hook "yard/base"
	_ "yard/side"
	"yard/rope/v2"
)

// Limit is the most.
const Limit = 3

const (
	A, B = iota, 1
)

var count = rope.New(1, 2)

// Crane lifts.
//
//go:generate nothing
type Crane struct {
	Machine
	Rope *rope.Rope // trailing
	size int
}

type Lift interface {
	// Up goes up.
	Up(load Load) error
}

type Name = string

func (c *Crane) Up(load Load) error {
	fmt.Println(hook.Max, load)
	return helper(&Crane{})
}

func helper(c *Crane) error { return nil }
`;

const rustSource = String.raw`use crate::base::{self, Machine, tools::Rope as Line};
use std::fmt;
pub use super::hook::*;
mod inner;

/// Lifts.
#[derive(Debug)]
pub struct Crane<T> {
    pub rope: Line<T>,
}

pub(crate) enum Load {
    Light,
}

pub trait Lift: Machine {
    type Item;
    fn up(&self, load: Load) -> Self::Item;
}

impl<T> Lift for Crane<T> {
    type Item = T;
    fn up(&self, load: Load) -> T {
        self.rope.pull(load);
        base::make(Load::Light, Knot { size: LIMIT })
    }
}

pub const LIMIT: usize = 3;
static COUNT: usize = 0;

macro_rules! shout {
    () => {};
}

pub mod tools {
    pub fn helper() {}
}
`;

const javaSource = String.raw`package yard.tools;

import yard.base.Machine;
import yard.ropes.*;
import static yard.Measures.area;

/**
 * Lifts {@link Crate}s.
 *
 * @author nobody
 */
@Service
public abstract class Crane<T extends Load> extends Machine<T> implements Lift {
    private static final int MAX = 3;
    protected Rope rope;

    public Crane(Rope rope) {
        this.rope = rope;
    }

    @Override
    public Knot up(
            final T load,
            int times) throws LiftException {
        rope.pull(area(times));
        return new Knot(Kind.LIGHT);
    }

    enum Kind {
        LIGHT
    }

    interface Inner {
    }

    record Point(int x) {
    }
}
`;

const cSource = String.raw`/* Licence. */

#include <stdio.h>
#include "yard/rope.h"
#define LIMIT 3
#ifndef GUARD
#define GUARD
#endif

/** Lifts. */
struct crane {
    struct rope *rope;
    int size, height[3];
};

typedef int (*handler)(struct crane *c);
enum load { LIGHT = 1 };
static const int most = 3;
int count = 0;

// Ups.
int up(struct crane *c, knot_t k);

char **list(void)
{
    pull(LIMIT);
    return NULL;
}
`;

const cppSource = String.raw`#include <vector>
#include "rope.hpp"
#define LIMIT 3
using namespace std;
using yard::base::Machine;

namespace yard::tools {

/// Lifts.
template <typename T>
class Crane final : public Machine<T> {
public:
  explicit Crane(Rope rope) : rope_(rope) {}
  virtual Knot up(const T& load) const = 0;
  bool operator==(const Crane& other) const { return true; }
  using Item = T;
private:
  std::vector<Rope> rope_;
};

struct Point {
  int x;
};
enum class Load { Light };
constexpr int most = 3;
int count = 0;
void helper() { auto k = new yard::Knot(1); k->tie(); Load::make(); }

}  // namespace yard::tools

void yard::tools::Point::move() {}
`;

const rubySource = String.raw`# frozen_string_literal: true
require "json"
require_relative "base/machine"

# Yard tools.
module Yard
  LIMIT = 3

  # Lifts.
  class Crane < Base::Machine
    include Lift
    attr_accessor :rope, :size
    @@count = 0

    # Ups.
    # @param load [Load]
    def up(load, times: 1)
      rope.pull(load)
      Knot.new(LIMIT)
    end

    def self.make; end

    def ==(other); end

    private

    def hidden; end
  end
end

def helper; end
`;

const phpSource = String.raw`<?php
namespace Yard\Tools;

use Yard\Base\Machine;
use Yard\{Rope, Hook as H};
require_once __DIR__ . '/side.php';

/**
 * Lifts.
 *
 * @author nobody
 */
#[Service]
abstract class Crane extends Machine implements Lift
{
    use Loggable;

    const LIMIT = 3;
    private ?Rope $rope = null;

    public function __construct(private readonly H $hook) {}

    /** Ups. */
    public static function up(Load $load, int ...$times): ?Knot
    {
        helper($load);
        Kind::make();
        return new Knot(self::LIMIT);
    }
}

interface Lift {}
trait Loggable {}
enum Kind: string
{
    case Light = 'light';
}
function helper(Load $load): void {}
`;

const kotlinSource = String.raw`package yard.tools

import yard.base.Machine
import yard.ropes.*
import yard.Hook as H

/**
 * Lifts [Crate]s.
 *
 * @param T what
 */
@Service
abstract class Crane<T : Load>(private val rope: Rope, size: Int) : Machine<T>(rope), Lift {
    /** Height. */
    val height: Int
        get() = 1

    constructor(x: Int) : this(Rope(x), x)

    override suspend fun up(
        load: T,
        times: Int,
    ): Knot {
        rope.pull(load)
        return H.make(load as Crate)
    }

    companion object {
        const val LIMIT = 3
    }
}

interface Lift {
    fun down()
}

enum class Kind {
    Light,
}

typealias Names = List<String>

var count = 0

internal fun String.helper(): String = this
`;

const swiftSource = String.raw`import Foundation
import struct Yard.Rope

/// Lifts.
/// - Parameter T: what
@available(iOS 15, *)
public final class Crane<T: Load>: Machine, Lift {
    private let rope: Rope = Rope()
    var height: Int { 1 }

    init(rope: Rope) {
        self.rope = rope
    }

    public func up(
        _ load: T,
        times: Int
    ) throws -> Knot {
        rope.pull(load)
        return helper(load)
    }

    subscript(index: Int) -> Int { index }

    static func == (a: Crane, b: Crane) -> Bool { true }
}

struct Point {
    typealias Unit = Int
}

enum Kind {
    case light, heavy
}

protocol Lift {
    func down()
}

extension Point: Lift {
    func down() {}
}

let limit = 3
var count = 0

func helper(_ load: Load) -> Knot { Knot(load) }
`;

const bashSource = String.raw`#!/usr/bin/env bash
source ./lib.sh
. "$(dirname "$0")/rope.sh"
readonly LIMIT=3
count=0

# Lifts.
lift() {
  local load=$1
  pull "$load"
}

function down {
  lift 1
}
`;

/** Samples by language. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  typescript: { path: "app/route.ts", source: typescriptSource },
  tsx: { path: "app/route.tsx", source: typescriptSource },
  javascript: { path: "app/route.js", source: javascriptSource },
  csharp: { path: "src/Crane.cs", source: csharpSource },
  python: { path: "src/crane.py", source: pythonSource },
  go: { path: "yard/crane.go", source: goSource },
  rust: { path: "src/crane.rs", source: rustSource },
  java: { path: "src/Crane.java", source: javaSource },
  c: { path: "src/crane.c", source: cSource },
  cpp: { path: "src/crane.cpp", source: cppSource },
  ruby: { path: "lib/crane.rb", source: rubySource },
  php: { path: "src/Crane.php", source: phpSource },
  kotlin: { path: "src/Crane.kt", source: kotlinSource },
  swift: { path: "src/Crane.swift", source: swiftSource },
  bash: { path: "bin/crane.sh", source: bashSource },
  vue: {
    path: "app/route.ts",
    source: `<template>\n  <rope-end />\n</template>\n<script lang="ts">\n${typescriptSource}</script>\n`,
  },
  svelte: { path: "app/route.ts", source: `<script lang="ts">\n${typescriptSource}</script>\n<Crane />\n` },
};
