import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const WORTH_IT = /\.(css|html|js|json|svg|webmanifest)$/;
const SMALLEST = 1024;

/** Lays every file that gets smaller by it beside itself, packed; the house hands that out. */
export function packed(): Plugin {
  let folder = "";
  return {
    name: "packed",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        const path = join(folder, name);
        if (WORTH_IT.test(name) && statSync(path).size >= SMALLEST) pack(path);
      }
    },
  };
}

function pack(path: string): void {
  const body = readFileSync(path);
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${path}.br`, brotliCompressSync(body, best));
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
}
