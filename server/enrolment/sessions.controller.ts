import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { limits } from '../../contracts/base/limits';
import { decideOnRosterEntry, readRoster } from '../../contracts/enrolment/rosters';
import {
  changeSession,
  createSession,
  listSessions,
  readSession,
} from '../../contracts/enrolment/sessions';
import { CallerParam, type Caller } from '../access/caller';
import { Handles } from '../platform/http/handles';
import { Secrets } from '../platform/security/secrets';
import { StudyGate } from '../studies/people/study-gate';
import { ChangeSession } from './change-session/change-session.command';
import { CreateSession } from './change-session/create-session.command';
import { TransitionParticipation } from './transitions/transition-participation.command';
import { participationOfEntry } from './rosters/roster-entries';
import { RosterRead } from './rosters/roster.read';
import { SessionRead } from './sessions/session.read';

@Controller()
export class SessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly sessions: SessionRead,
    private readonly roster: RosterRead,
    private readonly secrets: Secrets,
    private readonly gate: StudyGate,
  ) {}

  @Handles(createSession)
  async create(
    { params, body }: EndpointInput<typeof createSession>,
    @CallerParam() caller: Caller,
  ) {
    await this.gate.must('run', params.id, caller.person.account_id);
    return this.commands.execute(new CreateSession(params.id, body, caller));
  }

  @Handles(listSessions)
  list({ query }: EndpointInput<typeof listSessions>, @CallerParam() caller: Caller) {
    return this.sessions.own(caller.person.account_id, {
      ...query,
      limit: query.limit ?? limits.pageSize,
    });
  }

  @Handles(readSession)
  read({ params }: EndpointInput<typeof readSession>, @CallerParam() caller: Caller) {
    return this.sessions.ownById(params.id, caller.person.account_id);
  }

  @Handles(changeSession)
  change({ params, body }: EndpointInput<typeof changeSession>, @CallerParam() caller: Caller) {
    return this.commands.execute(new ChangeSession(params.id, body, caller));
  }

  @Handles(decideOnRosterEntry)
  async decide(
    { params, body }: EndpointInput<typeof decideOnRosterEntry>,
    @CallerParam() caller: Caller,
  ) {
    const id = participationOfEntry(this.secrets, params.id, params.entry);
    const { state } = await this.commands.execute(
      new TransitionParticipation(id, body, caller, params.id),
    );
    return { state };
  }

  @Handles(readRoster)
  readRoster({ params, query }: EndpointInput<typeof readRoster>, @CallerParam() caller: Caller) {
    return this.roster.open(
      params.id,
      { limit: query.limit ?? limits.pageSize, cursor: query.cursor, states: query.state },
      {
        researcherId: caller.person.account_id,
        mayLearnNames: caller.person.researcher_privilege === true,
        isOpened: query.names !== 'false',
        apiTokenId: caller.person.api_token_id,
        requestId: caller.request_id,
      },
    );
  }
}
