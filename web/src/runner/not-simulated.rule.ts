import type { FrameMessage } from './messages';

/**
 * The event for a run's record if a plugin or page could not be simulated; undefined for all other
 * messages.
 */
export const notSimulatedEvent = (message: FrameMessage): Record<string, string> | undefined =>
  message.type === 'simulating' && message.passedOver
    ? { type: 'not_simulated', plugin: message.plugin }
    : message.type === 'passing_page'
      ? { type: 'page_not_simulated', path: message.path }
      : undefined;
