import type { FrameMessage } from './messages';

/** The event of a run by which it is known what could not be simulated. */
export const passedBy = (message: FrameMessage): Record<string, string> | undefined =>
  message.type === 'simulating' && message.passedOver
    ? { type: 'not_simulated', plugin: message.plugin }
    : message.type === 'passing_page'
      ? { type: 'page_not_simulated', path: message.path }
      : undefined;
