/** Exact token counts with the calibration of a repository. */
import type { Config } from "../model/mod.ts";
import type { TokenMeter } from "../packer/mod.ts";

/** @param root where the table of tokens may be kept. */
export async function tokenMeter(root: string, config: Config): Promise<TokenMeter> {
  const { statePaths } = await import("../repository/mod.ts");
  const { calibrationOf, loadTokenizer, scale } = await import("../tokens/mod.ts");
  const calibration = calibrationOf(config.tokens);
  const tokenizer = await loadTokenizer({ cacheFile: statePaths(root).tokenTable });
  return {
    count: (text) => tokenizer.count(text),
    scale: (raw) => scale(raw, calibration),
    ...(calibration.label === undefined ? {} : { label: calibration.label }),
  };
}
