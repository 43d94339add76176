import { z } from 'zod';
import { areSentApart, externalUrlFault, sentAlias, sentTwiceFault } from './external-url';

const SentNameAlias = z.string().regex(sentAlias, { error: 'invalid' });
const aliases = z
  .strictObject({
    participant: SentNameAlias,
    study: SentNameAlias,
    session: SentNameAlias,
    participation: SentNameAlias,
  })
  .partial();

/** A study at another website (docs/domain.md, 6). A stored runtime may be older than the rules below. */
export const ExternalRuntime = z.strictObject({
  kind: z.literal('external'),
  url: z.string(),
  /** Other names of the parameters of the link, where the study needs them. */
  names: aliases.optional(),
});

/** The runtime as a researcher enters it. */
export const GivenExternalRuntime = z
  .strictObject({
    kind: z.literal('external'),
    url: z
      .string()
      .max(2000)
      .superRefine((url, ctx) => {
        const fault = externalUrlFault(url);
        if (fault) ctx.addIssue({ code: 'custom', message: fault });
      }),
    names: aliases.refine(areSentApart, 'invalid').optional(),
  })
  .superRefine(({ url, names }, ctx) => {
    const fault = sentTwiceFault(url, names);
    if (fault) ctx.addIssue({ code: 'custom', message: fault, path: ['url'] });
  });
