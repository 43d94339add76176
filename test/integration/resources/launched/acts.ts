/**
 * A resource file that a person copies to a path of a study. Without a `number`, its newest version
 * is copied.
 */
export interface FileChoice {
  readonly path: string;
  readonly id: string;
  readonly number?: number | undefined;
}

/**
 * What a person does. `made` is the id of what the act created. It is empty before the act, and
 * after a refusal.
 */
export type ResourceAct = { readonly who: string } & (
  | {
      readonly kind: 'upload';
      readonly folder: string;
      readonly name: string;
      readonly hash: string;
      readonly replace: boolean;
      readonly made: string;
    }
  | {
      readonly kind: 'add folder';
      readonly folder: string;
      readonly name: string;
      readonly made: string;
    }
  | {
      readonly kind: 'change';
      readonly id: string;
      readonly name?: string | undefined;
      readonly folder?: string | undefined;
      readonly back: boolean;
    }
  | { readonly kind: 'delete'; readonly id: string; readonly forGood: boolean }
  | {
      readonly kind: 'copy';
      readonly id: string;
      readonly folder: string;
      readonly name?: string | undefined;
      readonly made: string;
    }
  | { readonly kind: 'reinstate'; readonly id: string; readonly number: number }
  | {
      readonly kind: 'share';
      readonly folder: string;
      readonly study: string;
      readonly may: 'read' | 'copy' | null;
    }
  | {
      readonly kind: 'take';
      readonly study: string;
      readonly base: string | null;
      readonly files: readonly FileChoice[];
      readonly made: string;
    }
  | { readonly kind: 'beside'; readonly study: string; readonly files: readonly FileChoice[] }
  | { readonly kind: 'take away'; readonly study: string; readonly path: string }
  | {
      readonly kind: 'archive';
      readonly study: string;
      readonly files: readonly (readonly [path: string, hash: string])[];
      readonly made: string;
    }
  | { readonly kind: 'choose' | 'delete version'; readonly study: string; readonly version: string }
  | { readonly kind: 'launch'; readonly study: string; readonly made: string }
  | {
      readonly kind: 'copy study';
      readonly study: string;
      readonly made: string;
      readonly madeVersion: string;
    }
);
