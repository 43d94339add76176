import type { QueryClient } from '@tanstack/react-query';
import type { StudyEditing } from '../../../../contracts/live/live';
import type { LiveTopic } from '../../../../contracts/live/live-topics';

/** Another browser window in which the study is open for editing. */
export interface EditorWindow extends StudyEditing {
  /** When the other window last announced that it edits, in milliseconds of `Date.now()`. */
  at: number;
}
export const editorWindowsKey = (studyId: string) => ['live', 'editors', studyId] as const;

/**
 * How often a window announces that it still edits, in milliseconds. If two announcements of a
 * window are missing, all other windows treat that window as closed.
 */
const stillMs = 15_000;
const editorTimeoutMs = 40_000;

/**
 * Tracks who else edits the study that is open in this window. Only the windows know this; the
 * server stores nothing (docs/decisions/study-launch.md).
 */
export function createEditorTracker(
  client: QueryClient,
  say: (topic: LiveTopic) => void,
  { now = Date.now } = {},
) {
  const topics = new Set<LiveTopic>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const read = (studyId: string) =>
    client.getQueryData<EditorWindow[]>(editorWindowsKey(studyId)) ?? [];
  const write = (studyId: string, editors: EditorWindow[]) =>
    client.setQueryData(editorWindowsKey(studyId), editors);

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
    heard(message: StudyEditing) {
      const { study_id, window, left } = message;
      const topic: LiveTopic = `editing:${study_id}`;
      if (!topics.has(topic)) return;
      const before = read(study_id);
      const others = before.filter((one) => one.window !== window);
      // A window that was opened later has not heard of this one, so this one announces itself.
      if (!left && others.length === before.length) say(topic);
      write(study_id, left ? others : [...others, { ...message, at: now() }]);
    },
    watched(topic: LiveTopic) {
      if (!topic.startsWith('editing:')) return;
      topics.add(topic);
      // After an interruption of the connection, this window does not know who still edits the
      // study. The list begins empty, and the other windows announce themselves again.
      write(topic.slice('editing:'.length), []);
      timer ??= setInterval(beat, stillMs);
    },
    left(topic: LiveTopic) {
      if (!topics.delete(topic)) return;
      client.removeQueries({ queryKey: editorWindowsKey(topic.slice('editing:'.length)) });
      if (topics.size === 0) this.stop();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
