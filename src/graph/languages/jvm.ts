/** Links Java and Kotlin files: by imports, by packages and by the names used of them. */
import type { GraphFile } from "../../model/mod.ts";
import type { FileTable } from "../file_table.ts";
import type { LinkCollector } from "../link_collector.ts";
import { type FullNameImports, type FullNameLanguage, linkFullNames } from "./_full_name_links.ts";

const JVM: FullNameLanguage = {
  languages: new Set(["java", "kotlin"]),
  buildFiles: ["pom.xml", "build.gradle", "build.gradle.kts", "BUILD", "BUILD.bazel"],
  packageOf: (file) => file.namespaces[0] ?? "",
  importsOf,
};

/** Records an edge for every import of a declaration of the repository and every use within a package. */
export function linkJvm(table: FileTable, links: LinkCollector): void {
  linkFullNames(table, links, JVM);
}

function importsOf(file: GraphFile): FullNameImports {
  const imports: FullNameImports = { names: new Map(), stars: [] };
  for (const { specifier, names } of file.imports) {
    for (const { imported, local } of names ?? []) {
      // A static import's specifier is the class, any other's is the full name already.
      const isFull = specifier === imported || specifier.endsWith(`.${imported}`);
      if (imported === "*") imports.stars.push(specifier);
      else imports.names.set(local, isFull ? specifier : `${specifier}.${imported}`);
    }
  }
  return imports;
}
