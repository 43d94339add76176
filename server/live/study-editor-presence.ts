import { Injectable } from '@nestjs/common';
import type { StudyEditing } from '../../contracts/live/live';
import type { StudyEditor } from '../studies/people/study-members.read';
import type { LiveSocket } from './live-server';

/**
 * Informs editors who have the same study open of each other (docs/decisions/study-launch.md). No
 * server keeps a list: when an editor opens or closes the study, the room gets a message, and each
 * other editor replies that they have it open too. Each editor's page repeats that message at an
 * interval. If its connection is lost, its server reports that the editor left. If that server
 * fails, too, the other pages remove an editor who has been silent for longer than the interval.
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
   * Repeats to the other editors that this one still has the study open, or reports that this one
   * left, if the socket is no longer in the room.
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
