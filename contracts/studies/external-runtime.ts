import { z } from 'zod';
import {
  haveDistinctNames,
  externalUrlFault,
  parameterAliasPattern,
  duplicateParameterFault,
} from './external-url';

const SentNameAlias = z.string().regex(parameterAliasPattern, { error: 'invalid' });
const aliases = z
  .strictObject({
    participant: SentNameAlias,
    study: SentNameAlias,
    session: SentNameAlias,
    participation: SentNameAlias,
  })
  .partial();

/**
 * A study at another website (docs/domain.md, 6). This schema reads stored settings. They may be
 * older than the checks of `ExternalRuntimeRequest`, so this schema does not make these checks.
 */
export const ExternalRuntime = z.strictObject({
  kind: z.literal('external'),
  url: z.string(),
  /**
   * The names of the link's parameters, where the study expects other names than the default ones.
   */
  names: aliases.optional(),
});

/** The settings of an external study as a researcher enters them. */
export const ExternalRuntimeRequest = z
  .strictObject({
    kind: z.literal('external'),
    url: z
      .string()
      .max(2000)
      .superRefine((url, ctx) => {
        const fault = externalUrlFault(url);
        if (fault) ctx.addIssue({ code: 'custom', message: fault });
      }),
    names: aliases.refine(haveDistinctNames, 'invalid').optional(),
  })
  .superRefine(({ url, names }, ctx) => {
    const fault = duplicateParameterFault(url, names);
    if (fault) ctx.addIssue({ code: 'custom', message: fault, path: ['url'] });
  });
