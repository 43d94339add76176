import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Clock } from '../../platform/concurrency/clock';
import { callerOf, mustHaveSignedInRecently } from '../../access/signed-in.guard';
import { mayHaveSecondFactor } from './factor-verifier';

/** Behind SignedIn. Whoever lost the right to have a second factor may still remove it. */
@Injectable()
export class CanAddFactor implements CanActivate {
  constructor(private readonly clock: Clock) {}

  canActivate(context: ExecutionContext): boolean {
    const caller = callerOf(context);
    mayHaveSecondFactor(caller.person);
    mustHaveSignedInRecently(caller, this.clock.now());
    return true;
  }
}
