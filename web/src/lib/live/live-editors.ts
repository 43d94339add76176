import type { QueryClient } from '@tanstack/react-query';
import type { Editing } from '../../../../contracts/live/live';
import type { Topic } from '../../../../contracts/live/live-topics';

/** Another window that has a study open for editing. */
export interface Editor extends Editing {
  /** When it said so last; of `Date.now()`. */
  at: number;
}
export const editorsKey = (studyId: string) => ['live', 'editors', studyId] as const;

/** How often a window says that it is still there, and after how long without a word it is gone. */
const stillMs = 15_000;
const editorTimeoutMs = 40_000;

/** Who else edits what this browser edits; nothing but this window remembers it (docs/decisions/study-launch.md). */
export function createEditors(
  client: QueryClient,
  say: (topic: Topic) => void,
  { now = Date.now } = {},
) {
  const topics = new Set<Topic>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const read = (studyId: string) => client.getQueryData<Editor[]>(editorsKey(studyId)) ?? [];
  const write = (studyId: string, editors: Editor[]) =>
    client.setQueryData(editorsKey(studyId), editors);

  function beat() {
    for (const topic of topics) {
      say(topic);
      const studyId = topic.slice('editing:'.length);
      const before = read(studyId);
      const here = before.filter(({ at }) => now() - at < editorTimeoutMs);
      if (here.length < before.length) write(studyId, here);
    }
  }

  return {
    heard(message: Editing) {
      const { study_id, window, left } = message;
      const topic: Topic = `editing:${study_id}`;
      if (!topics.has(topic)) return;
      const before = read(study_id);
      const others = before.filter((one) => one.window !== window);
      // Who came after this window has not heard of it.
      if (!left && others.length === before.length) say(topic);
      write(study_id, left ? others : [...others, { ...message, at: now() }]);
    },
    watched(topic: Topic) {
      if (!topic.startsWith('editing:')) return;
      topics.add(topic);
      // After a break this window does not know who is still there; the other windows answer the new
      // connection.
      write(topic.slice('editing:'.length), []);
      timer ??= setInterval(beat, stillMs);
    },
    left(topic: Topic) {
      if (!topics.delete(topic)) return;
      client.removeQueries({ queryKey: editorsKey(topic.slice('editing:'.length)) });
      if (topics.size === 0) this.stop();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
