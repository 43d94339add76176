import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * Makes a storage in memory, because the storage in the library prints a warning at every start.
 */
export const inMemoryStorage = (): new (kind: string) => Adapter => {
  const kept = new Map<string, AdapterPayload>();
  return class {
    constructor(private readonly kind: string) {}
    upsert(id: string, payload: AdapterPayload) {
      kept.set(`${this.kind} ${id}`, payload);
      return Promise.resolve();
    }
    find(id: string) {
      return Promise.resolve(kept.get(`${this.kind} ${id}`));
    }
    findByUid(uid: string) {
      return Promise.resolve(
        [...kept].find(([key, p]) => key.startsWith(`${this.kind} `) && p.uid === uid)?.[1],
      );
    }
    findByUserCode() {
      return Promise.resolve(undefined);
    }
    consume(id: string) {
      const found = kept.get(`${this.kind} ${id}`);
      if (found) found.consumed = Math.floor(Date.now() / 1000);
      return Promise.resolve();
    }
    destroy(id: string) {
      kept.delete(`${this.kind} ${id}`);
      return Promise.resolve();
    }
    revokeByGrantId(grantId: string) {
      for (const [key, p] of kept) if (p.grantId === grantId) kept.delete(key);
      return Promise.resolve();
    }
  };
};
