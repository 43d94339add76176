import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PersonRead } from '../access/person.read';
import { SessionAvailabilityRead } from '../enrolment/sessions/session-availability.read';
import { runRepeatedly, type RepeatingTask } from '../platform/concurrency/repeat';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import { StudyMembersRead } from '../studies/people/study-members.read';
import { ClassroomWatchersRead } from '../teaching/live/classroom-watchers.read';
import { StudyEditorPresence } from './study-editor-presence';
import type { LiveServer } from './live-server';
import { roomNames } from './rooms';
import { redactedErrorMessageOf } from '../platform/observability/redact-error';

/** How many milliseconds a connection may stay open after its token has ended. */
export const revocationPollMs = 1_000;

/**
 * Disconnects sockets whose token has ended, and makes sockets leave rooms that their person may no
 * longer watch. A sign-out disconnects its sockets by a message, which may be lost while Redis or
 * PostgreSQL restarts; and a token also expires without a message. So each server checks once a
 * second, for its own sockets:
 * - whether their tokens are still valid
 * - whether the watchers of administrators' topics are still administrators
 * - whether the watchers of a session or a classroom still have a role in it
 */
@Injectable()
export class RevocationPoller implements OnApplicationShutdown {
  private polling: RepeatingTask | undefined;

  constructor(
    private readonly people: PersonRead,
    private readonly sessions: SessionAvailabilityRead,
    private readonly members: StudyMembersRead,
    private readonly classrooms: ClassroomWatchersRead,
    private readonly editing: StudyEditorPresence,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  start(server: LiveServer): void {
    this.polling = runRepeatedly(() => this.look(server), {
      everyMs: revocationPollMs,
      onError: (error) =>
        this.log.warn({ err: { message: redactedErrorMessageOf(error) } }, 'token check'),
    });
  }

  onApplicationShutdown(): void {
    void this.polling?.stop();
  }

  /** @returns how many sockets this check disconnected. */
  async look(server: LiveServer): Promise<number> {
    const sockets = [...server.sockets.sockets.values()].flatMap((socket) =>
      socket.data.person ? [{ socket, token: socket.data.person.token_id }] : [],
    );
    if (sockets.length === 0) return 0;
    const held = await this.people.holding([...new Set(sockets.map((s) => s.token))]);
    for (const { socket, token } of sockets)
      if (socket.rooms.has(roomNames.reviews) && !held.get(token)?.administrator)
        await socket.leave(roomNames.reviews);
    await this.lookAtRoles(server);
    const gone = sockets.filter(({ token }) => !held.has(token));
    for (const { socket, token } of gone) {
      socket.emit('signed_out', { token_id: token });
      socket.disconnect(true);
    }
    return gone.length;
  }

  /**
   * Makes a socket leave the rooms that its person may no longer watch: rooms of a session or of a
   * study's editors if the person has no role in the study any more, and rooms of a classroom that
   * the person has left.
   */
  private async lookAtRoles(server: LiveServer): Promise<void> {
    const joined = [...server.sockets.sockets.values()].flatMap((socket) => {
      const account = socket.data.person?.account_id;
      return account === undefined
        ? []
        : [...socket.rooms].map((room) => ({ socket, room, account }));
    });
    const watched = joined.flatMap((one) => {
      const session = roomNames.sessionOf(one.room);
      return session === null ? [] : [{ ...one, session }];
    });
    const edited = joined.flatMap((one) => {
      const study = roomNames.edited(one.room);
      return study === null ? [] : [{ ...one, study }];
    });
    const attended = joined.flatMap((one) => {
      const classroom = roomNames.classroomOf(one.room);
      return classroom === null ? [] : [{ ...one, classroom }];
    });
    const mayRead = watched.length > 0 ? await this.sessions.mayRead(watched) : new Set();
    const mayEdit = edited.length > 0 ? await this.members.mayEdit(edited) : new Set();
    const mayWatch =
      attended.length > 0 ? await this.classrooms.mayWatch(attended) : new Set<number>();
    const lost = [
      ...watched.filter((_, place) => !mayRead.has(place)),
      ...edited.filter((_, place) => !mayEdit.has(place)),
      ...attended.filter((_, place) => !mayWatch.has(place)),
    ];
    for (const { socket, room } of lost) {
      this.editing.left(socket, room);
      await socket.leave(room);
    }
  }
}
