// The page's Content-Security-Policy forbids code made from strings, which zod would try to use for
// speed. zod keeps its settings in this global object; to call `z.config` instead would load zod with
// the first page, which needs no schema.
const settings = globalThis as { __zod_globalConfig?: Record<string, unknown> };
settings.__zod_globalConfig = { ...settings.__zod_globalConfig, jitless: true };

export {};
