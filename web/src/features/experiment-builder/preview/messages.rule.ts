import type { PreviewMessage } from '../../../../../contracts/timeline/timeline-preview';

const types = ['ready', 'trial', 'data', 'finished', 'leave', 'error'];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a message has the form of the preview's own messages. It must be checked, because a
 * study's code can send any message.
 */
export function isPreviewMessage(data: unknown): data is PreviewMessage {
  if (!isObject(data) || data.commonlab !== 'preview') return false;
  if (data.type === 'ready') return data.run === null || typeof data.run === 'number';
  if (!types.includes(String(data.type)) || typeof data.run !== 'number') return false;
  switch (data.type) {
    case 'trial':
      return typeof data.node === 'string';
    case 'data':
      return typeof data.node === 'string' && isObject(data.data);
    case 'error':
      return (
        typeof data.message === 'string' && (data.node === null || typeof data.node === 'string')
      );
    default:
      return true;
  }
}

export interface PreviewState {
  run: number;
  state: 'starting' | 'running' | 'finished' | 'failed';
  /** The node whose trial is shown. */
  node: string | null;
  /** The data of the finished trials, the newest last. */
  data: readonly { node: string; data: Record<string, unknown> }[];
  fault: { node: string | null; message: string } | null;
}
export const newPreviewRun = (run: number): PreviewState => ({
  run,
  state: 'starting',
  node: null,
  data: [],
  fault: null,
});
const most = 200;

/** Returns the state of a preview after a message; messages of a former run change nothing. */
export function stateAfterMessage(tried: PreviewState, message: PreviewMessage): PreviewState {
  if (message.type === 'ready' || message.type === 'leave' || message.run !== tried.run)
    return tried;
  switch (message.type) {
    case 'trial':
      return { ...tried, state: 'running', node: message.node };
    case 'data':
      return {
        ...tried,
        data: [...tried.data, { node: message.node, data: message.data }].slice(-most),
      };
    case 'finished':
      return { ...tried, state: 'finished', node: null };
    case 'error': {
      const { node } = message;
      // A study may throw an error in every animation frame, so only the beginning of the message
      // is stored.
      return {
        ...tried,
        state: 'failed',
        fault: { node, message: message.message.slice(0, 500) },
      };
    }
  }
}

export function previewCellText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
