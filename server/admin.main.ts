import 'reflect-metadata';
import { authenticationLimits } from '../contracts/authentication/limits';
import { Email } from '../contracts/base/fields';

/**
 * `node dist/server/admin.main.js EMAIL`: makes the account with this address an administrator's.
 * If there is no account, it creates one, and its holder sets a password with the printed code.
 * With `--remove-second-factor`, it removes a lost second factor from an account instead.
 */
async function main([argument, option]: readonly string[]) {
  if (option !== undefined && option !== '--remove-second-factor')
    throw new Error(`"${option}" is not known; there is only --remove-second-factor.`);
  const email = Email.safeParse(argument ?? '');
  if (!email.success)
    throw new Error(
      argument === undefined
        ? 'Say whose account it is: npm run admin:create EMAIL'
        : `"${argument}" is not an email address.`,
    );
  const { CommandBus, CqrsModule } = await import('@nestjs/cqrs');
  const { ForgetSecondFactor } =
    await import('./authentication/second-factor/forget-second-factor.command.js');
  const { readConfig } = await import('./config.js');
  const { ProcessesModule } = await import('./processes/processes.module.js');
  const { MakeAdministrator } =
    await import('./processes/registration/make-administrator.command.js');
  const { createProgramContext } = await import('./program-context.js');
  const config = readConfig();
  const app = await createProgramContext(config, 'admin', [CqrsModule.forRoot(), ProcessesModule]);
  try {
    if (option) {
      const outcome = await app.get(CommandBus).execute(new ForgetSecondFactor(email.data));
      if (outcome === 'no_account') throw new Error(`${email.data} has no account.`);
      process.stdout.write(
        outcome === 'forgotten'
          ? `${email.data} has no second factor any more and is signed out everywhere.\n`
          : `${email.data} has no second factor; nothing changed.\n`,
      );
      return;
    }
    const made = await app.get(CommandBus).execute(new MakeAdministrator(email.data));
    process.stdout.write(`${sentences[made.outcome](email.data)}\n`);
    if ('code' in made)
      process.stdout.write(
        `Code, shown only now: ${made.code}\n` +
          `Within ${authenticationLimits.resetCodeHours} hours, set a password with it at ` +
          `${config.publicWebUrl}/reset-password?step=code\n`,
      );
  } finally {
    await app.close();
  }
}

const sentences = {
  'code-renewed': (email: string) => `${email} is an administrator who has set no password yet.`,
  created: (email: string) => `${email} has an account now and is an administrator.`,
  promoted: (email: string) => `${email} is an administrator now, and signs in as before.`,
  unchanged: (email: string) => `${email} is an administrator already; nothing changed.`,
};

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
