import { Injectable } from '@nestjs/common';
import type { StudyEditing } from '../../contracts/live/live';
import type { StudyEditor } from '../studies/people/study-members.read';
import type { LiveSocket } from './live-server';

/**
 * Shows each editor of a study who else has the study open (docs/decisions/study-launch.md). No
 * server stores these editors:
 * - When an editor opens or closes the study, the pages of all other editors get a message. Each of
 *   these pages replies that its own editor has the study open, and repeats this at an interval.
 * - If an editor's connection is lost, the editor's server reports that the editor left.
 * - If that server fails, the other pages remove the editor as soon as no message about the editor
 *   has arrived for longer than the interval.
 */
@Injectable()
export class StudyEditorPresence {
  private readonly editors = new WeakMap<LiveSocket, Map<string, StudyEditor>>();

  joined(socket: LiveSocket, room: string, editor: StudyEditor): void {
    const own = this.editors.get(socket) ?? new Map<string, StudyEditor>();
    this.editors.set(socket, own.set(room, editor));
    this.tell(socket, room, editor, false);
  }

  /**
   * Repeats to the other editors that this socket's editor still has the study open. If the socket
   * is no longer in the room, reports that its editor left.
   */
  still(socket: LiveSocket, room: string): void {
    if (!socket.rooms.has(room)) this.left(socket, room);
    const editor = this.editors.get(socket)?.get(room);
    if (editor) this.tell(socket, room, editor, false);
  }

  left(socket: LiveSocket, room: string): void {
    const own = this.editors.get(socket);
    const editor = own?.get(room);
    if (!own || !editor) return;
    own.delete(room);
    this.tell(socket, room, editor, true);
  }

  gone(socket: LiveSocket): void {
    for (const room of [...(this.editors.get(socket)?.keys() ?? [])]) this.left(socket, room);
  }

  private tell(socket: LiveSocket, room: string, editor: StudyEditor, left: boolean): void {
    const message: StudyEditing = { ...editor, window: socket.id, left };
    socket.to(room).emit('study.editing', message);
  }
}
