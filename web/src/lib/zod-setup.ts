// The page's Content Security Policy forbids code made from strings, which zod would otherwise try
// to use for speed. zod reads its settings from this global object. Calling `z.config` instead
// would load zod with the first page, which needs no schema.
const settings = globalThis as { __zod_globalConfig?: Record<string, unknown> };
settings.__zod_globalConfig = { ...settings.__zod_globalConfig, jitless: true };

export {};
