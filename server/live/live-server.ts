import type { Server, Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '../../contracts/live';
import type { Person } from '../access/person';
import type { SessionAvailability } from '../enrolment/sessions/session-availability.read';
import type { Place } from './socket-counts';

interface Data {
  person: Person | null;
  token: string | null;
  place: Place;
}

/** From the processes that read a change, to every server. */
interface BetweenServers {
  availability: (tile: SessionAvailability) => void;
}

/** Socket.IO with the contract's messages, and the person of each socket. */
export type LiveServer = Server<ClientToServer, ServerToClient, BetweenServers, Data>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, BetweenServers, Data>;
