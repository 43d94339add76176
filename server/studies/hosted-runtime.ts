import { Inject, Injectable } from '@nestjs/common';
import {
  isHostedRuntime,
  type HostedRuntime,
  type PartialHostedRuntime,
} from '../../contracts/study-files/hosted-runtime';
import type { z } from 'zod';
import type { RuntimeRequest } from '../../contracts/studies/study-runtime';
import { CAPABILITIES } from '../platform/capabilities-token';
import type { Capabilities } from '../platform/context/capabilities';
import type { Transaction } from '../platform/db/unit-of-work';
import type { Study } from './study.entity';

/**
 * What the studies context needs to do with versions of files. The context that stores versions
 * implements this interface, because that context depends on the studies context.
 */
export interface HostedVersionsProvider {
  /**
   * Checks a runtime and returns it in its stored form, with the hash of its version. The caller
   * must have locked the study.
   * @throws DomainError validation_failed if the study has no such version, page or hash. Also if
   * the runtime leaves out fields, and the version has no report yet from which to fill them in
   */
  readonly checked: (
    tx: Transaction,
    studyId: string,
    runtime: PartialHostedRuntime,
  ) => Promise<HostedRuntime>;
  /**
   * Copies the version that a runtime names to another study, and returns the copy's runtime; null
   * if the version was deleted.
   */
  readonly copied: (
    tx: Transaction,
    runtime: HostedRuntime,
    to: { studyId: string; accountId: string; now: Date },
  ) => Promise<HostedRuntime | null>;
  /**
   * Copies the timeline builder's draft and its files to another study. Does nothing if there is no
   * draft.
   */
  readonly draftCopied: (
    tx: Transaction,
    from: string,
    to: { studyId: string; now: Date },
  ) => Promise<void>;
}

declare module '../platform/context/context' {
  interface Context {
    /**
     * Checks and copies versions of files. Only the context that stores these versions sets this.
     */
    readonly hostedVersions?: HostedVersionsProvider;
  }
}

type Given = z.output<typeof RuntimeRequest> | null;

/**
 * Checks and copies runtimes of studies. A runtime of kind `hosted` refers to a version of files,
 * so these calls go to the context that stores the versions.
 */
@Injectable()
export class StoredRuntime {
  constructor(
    @Inject(CAPABILITIES) private readonly capabilities: Pick<Capabilities, 'contexts'>,
  ) {}

  /** @throws DomainError validation_failed */
  async checked(tx: Transaction, studyId: string, given: Given): Promise<Study['runtime']> {
    return isHostedRuntime(given) ? this.versions.checked(tx, studyId, given) : given;
  }

  async copied(
    tx: Transaction,
    runtime: Study['runtime'],
    to: { studyId: string; accountId: string; now: Date },
  ): Promise<Study['runtime']> {
    return isHostedRuntime(runtime) ? this.versions.copied(tx, runtime, to) : runtime;
  }

  draftCopied(tx: Transaction, from: string, to: { studyId: string; now: Date }): Promise<void> {
    return this.versions.draftCopied(tx, from, to);
  }

  private get versions(): HostedVersionsProvider {
    const found = this.capabilities.contexts.find((one) => one.hostedVersions)?.hostedVersions;
    if (!found) throw new Error('no context has the versions of hosted studies');
    return found;
  }
}
