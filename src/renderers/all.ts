/** The text, JSON, Markdown and HTML of every command, loaded at once. */
import type {
  ArchitectureResult,
  ChangedResult,
  ContextResult,
  DoctorResult,
  EvalResult,
  IndexResult,
  InitResult,
  IntegrateResult,
  MemoryResult,
  OutlineResult,
  PrimeResult,
  RelatedResult,
  SearchResult,
  StatsResult,
} from "../model/mod.ts";
import { renderArchitecture } from "./architecture.ts";
import { renderChanged } from "./changed.ts";
import { renderContext } from "./context.ts";
import { renderDoctor } from "./doctor.ts";
import { renderEval } from "./eval.ts";
import type { Format } from "./format.ts";
import { renderIndex } from "./indexing.ts";
import { renderInit } from "./init.ts";
import { renderIntegrate } from "./integrate.ts";
import { renderMemory } from "./memory.ts";
import { renderOutline } from "./outline.ts";
import { renderPrime } from "./prime.ts";
import { renderRelated } from "./related.ts";
import { renderSearch } from "./search.ts";
import { renderStats } from "./stats.ts";

export {
  renderArchitecture,
  renderChanged,
  renderContext,
  renderDoctor,
  renderEval,
  renderIndex,
  renderInit,
  renderIntegrate,
  renderMemory,
  renderOutline,
  renderPrime,
  renderRelated,
  renderSearch,
  renderStats,
};

/** Every result that can be rendered. */
export type Result =
  | ArchitectureResult
  | ChangedResult
  | ContextResult
  | DoctorResult
  | EvalResult
  | IndexResult
  | InitResult
  | IntegrateResult
  | MemoryResult
  | OutlineResult
  | PrimeResult
  | RelatedResult
  | SearchResult
  | StatsResult;

/** Renders any result, without a trailing newline. `init` and `integrate` have one text for all formats. */
export function render(result: Result, format: Format): string {
  switch (result.command) {
    case "architecture":
      return renderArchitecture(result, format);
    case "changed":
      return renderChanged(result, format);
    case "context":
      return renderContext(result, format);
    case "doctor":
      return renderDoctor(result, format);
    case "eval":
      return renderEval(result, format);
    case "index":
      return renderIndex(result, format);
    case "init":
      return renderInit(result);
    case "integrate":
      return renderIntegrate(result);
    case "memory":
      return renderMemory(result, format);
    case "outline":
      return renderOutline(result, format);
    case "prime":
      return renderPrime(result, format);
    case "related":
      return renderRelated(result, format);
    case "search":
      return renderSearch(result, format);
    case "stats":
      return renderStats(result, format);
  }
}
