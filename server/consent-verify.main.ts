import 'reflect-metadata';
import { Id } from '../contracts/base/fields';

/**
 * `node dist/server/consent-verify.main.js [STUDY]`: verifies the hash chain of the consent
 * agreements of each study, or of one study. Also verifies that the hash in each agreement belongs
 * to a text of the consent form version that the agreement names (docs/domain.md, 3). Exits with 1
 * if anything is damaged. Prints the head of each chain; a copy elsewhere proves later that no
 * records were removed from the chain's end.
 */
async function main([study, ...more]: readonly string[]) {
  if (more.length > 0) throw new Error('Usage: npm run consent:verify [-- STUDY]');
  if (study !== undefined && !Id.safeParse(study).success)
    throw new Error(`"${study}" is not the id of a study.`);
  const { readConfig } = await import('./config.js');
  const { EnrolmentModule } = await import('./enrolment/enrolment.module.js');
  const { SealAgreements } = await import('./enrolment/agreements/seal-agreements.js');
  const { createProgramContext } = await import('./program-context.js');
  const app = await createProgramContext(readConfig(), 'consent-verify', [EnrolmentModule]);
  try {
    const seals = app.get(SealAgreements, { strict: false });
    const heads = (await seals.heads()).filter(
      (head) => study === undefined || head.study_id === study,
    );
    let damaged = 0;
    for (const { study_id, sequence, seal } of heads) {
      const broken = await seals.firstBroken(study_id);
      const others = await seals.onOtherTexts(study_id);
      const changed = await seals.changedTexts(study_id);
      if (broken !== null || others > 0 || changed > 0) damaged++;
      const words = [
        ...(broken === null ? [] : [`no. ${broken} was changed, removed or put in between`]),
        ...(changed === 0 ? [] : [`${changed} texts are not what their hash says`]),
        ...(others === 0 ? [] : [`${others} name another text than their version has`]),
      ];
      process.stdout.write(
        `${study_id}  ${words.length > 0 ? `DAMAGED: ${words.join('; ')}` : `whole, head ${sequence}:${seal?.toString('hex') ?? ''}`}\n`,
      );
    }
    process.stdout.write(
      heads.length === 0
        ? 'There are no sealed agreements.\n'
        : `${heads.length} studies, ${damaged} damaged.\n`,
    );
    process.exitCode = damaged > 0 ? 1 : 0;
  } finally {
    await app.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
