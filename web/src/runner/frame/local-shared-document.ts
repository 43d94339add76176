import {
  applyBatchSessionChange,
  type BatchSessionChange,
} from '../../../../contracts/runtime/batch-change.rule';
import type { JsonValue } from '../../../../contracts/runtime/json-patch.rule';
import type { SharedChange, SharedDocument, SharedState } from './shared';

const key = 'commonlab.shared';
interface Kept {
  version: number;
  document: JsonValue;
}

/** A shared document that only this browser has, for previews and rehearsals. */
export class LocalSharedDocument implements SharedDocument {
  private kept: Kept = { version: 0, document: {} };

  /** @param memory stores the document, so that the study's next page finds it */
  constructor(private readonly memory?: Pick<Storage, 'getItem' | 'setItem'>) {
    const text = memory?.getItem(key);
    if (text) this.kept = JSON.parse(text) as Kept;
  }

  read(after = -1): Promise<SharedState> {
    const { version, document } = this.kept;
    return Promise.resolve(version > after ? { version, document } : { version });
  }

  change(asked: BatchSessionChange): Promise<SharedChange> {
    const changed = applyBatchSessionChange(this.kept.document, asked);
    if (changed.outcome === 'applied') {
      this.kept = { version: this.kept.version + 1, document: changed.document };
      this.memory?.setItem(key, JSON.stringify(this.kept));
    }
    return Promise.resolve({ outcome: changed.outcome, ...this.kept });
  }
  /** @param body the request as it would be sent to the server */
  changeBy(body: string): Promise<SharedChange> {
    return this.change(JSON.parse(body) as BatchSessionChange);
  }
}
