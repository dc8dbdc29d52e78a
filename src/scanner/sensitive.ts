/** Which paths hold secrets: neither their content nor their name may reach the index or any output. */
import type { Config } from "../model/mod.ts";
import { foldAscii, toByteText } from "./_byte_text.ts";
import { RuleSet } from "./ignore_rules.ts";

/**
 * Files that are credentials by convention, whatever the config says. Templates such as `.env.example` are not among
 * them, but the default config hides everything that starts with `.env`.
 */
const CREDENTIALS: readonly string[] = [
  // Environment files, and the folders of tools that split them.
  ...[".env", ".env.*", ".env-*", ".env_*", ".envrc", "*.env"],
  ...["!.env.example", "!.env.*.example", "!.env.sample", "!.env.*.sample", "!.env.template", "!.env.dist"],
  // Private keys and key stores.
  ...[
    "*.pem",
    "*.key",
    "*.p8",
    "*.pfx",
    "*.p12",
    "*.pkcs12",
    "*.jks",
    "*.jceks",
    "*.bks",
    "*.keystore",
    "*.ppk",
  ],
  ...["id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.agekey", "*.kdbx", "*.ovpn", "secring.*"],
  ...[".ssh/", ".gnupg/"],
  // Tokens and passwords of package managers, registries and version control.
  ...[".npmrc", ".pypirc", ".netrc", "_netrc", ".git-credentials", ".dockercfg", "**/.docker/config.json"],
  ...["**/.gem/credentials", "**/.cargo/credentials", "**/.cargo/credentials.toml", "**/.m2/settings.xml"],
  ...["**/.composer/auth.json", ".terraformrc", "terraform.rc"],
  // Databases and web servers.
  ...[".pgpass", "pgpass.conf", ".my.cnf", ".mylogin.cnf", ".htpasswd"],
  // Clouds and clusters.
  ...[
    ".aws/",
    ".boto",
    ".s3cfg",
    "**/.kube/config",
    "kubeconfig",
    "*.kubeconfig",
    ".vault-token",
    ".vault_pass*",
  ],
  ...["credentials.json", "client_secret*.json", "service-account*.json", "serviceAccountKey.json"],
  ...["*.tfstate", "*.tfstate.*", "*.tfvars", "*.tfvars.json", "local.settings.json"],
  ...["secrets.json", "secrets.yml", "secrets.yaml", "secrets.toml"],
];

/**
 * The credential patterns followed by `sensitiveFiles` of the config, matched without regard to case. A later
 * pattern wins over an earlier one, so `!` in `sensitiveFiles` is the only way to open a file up again.
 */
export class SensitiveRules {
  readonly #rules: RuleSet;

  constructor(config: Pick<Config, "sensitiveFiles">) {
    this.#rules = new RuleSet([...CREDENTIALS, ...config.sensitiveFiles].map(toByteText), {
      base: "",
      caseRule: "ignore-case",
      originOf: () => "sensitiveFiles",
    });
  }

  /**
   * Whether an entry is itself sensitive; the caller prunes below a sensitive folder.
   *
   * @param folder root-relative path of its folder with a trailing `/`, a lower-case byte string as `name`.
   */
  includes(folder: string, name: string, isDirectory: boolean): boolean {
    const rule = this.#rules.decide(folder, name, isDirectory);
    return rule !== undefined && !rule.negated;
  }
}

/**
 * A test for paths that come from elsewhere, such as history or a patch.
 *
 * @returns whether a root-relative path of a file is sensitive, itself or through one of its folders.
 */
export function sensitivePathTest(config: Pick<Config, "sensitiveFiles">): (path: string) => boolean {
  const rules = new SensitiveRules(config);
  return (path) => {
    const names = foldAscii(toByteText(path)).split("/");
    let folder = "";
    return names.some((name, index) => {
      const isSensitive = rules.includes(folder, name, index < names.length - 1);
      folder += `${name}/`;
      return isSensitive;
    });
  };
}
