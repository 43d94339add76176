import type { FrameMessage } from '../messages';

/** An error in the study's code, as the study's page has reported it. */
export interface StudyCodeError {
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function studyCodeErrorIn(message: FrameMessage): StudyCodeError | null {
  if (message.type !== 'record' || message.kind !== 'event') return null;
  const { type, message: text, file, line } = parsed(message.data);
  if (type !== 'error' || typeof text !== 'string') return null;
  return {
    message: text,
    file: typeof file === 'string' && file !== '' ? file : null,
    line: typeof line === 'number' ? line : null,
  };
}

/**
 * Returns the response time that jsPsych made up for a simulated trial, in milliseconds; null if
 * the trial has none.
 */
export function responseTimeOf(trial: string): number | null {
  const { rt } = parsed(trial);
  return typeof rt === 'number' && Number.isFinite(rt) && rt >= 0 ? rt : null;
}
