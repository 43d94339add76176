import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import {
  answerStudyInvitation,
  changeCollaborator,
  inviteCollaborator,
  readCollaborators,
  readOfferedRole,
  removeCollaborator,
  setRosterAccess,
  withdrawStudyInvitation,
} from '../../contracts/collaborators/collaborators';
import {
  answerStudyOffer,
  answerStudyOfferByKey,
  offerStudy,
  withdrawStudyOffer,
} from '../../contracts/collaborators/study-transfer';
import { CallerParam, type Caller } from '../access/caller';
import { Handles, replyWithStatus } from '../platform/http/handles';
import { AnswerInvitation } from './answer-invitation.command';
import { AnswerOffer } from './answer-offer.command';
import { ChangeCollaborator } from './change-collaborator.command';
import { CollaboratorsRead } from './collaborators.read';
import { InviteCollaborator } from './invite-collaborator.command';
import { OfferStudy, type OfferRecipient } from './offer-study.command';
import { SetRosterAccess } from './set-roster-access.command';
import { TakeBackOffer } from './take-back-offer.command';
import { WithdrawInvitation } from './withdraw-invitation.command';

@Controller()
export class CollaboratorsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly collaborators: CollaboratorsRead,
  ) {}

  @Handles(readCollaborators)
  read({ params }: EndpointInput<typeof readCollaborators>, @CallerParam() { person }: Caller) {
    return this.collaborators.ofStudy(params.id, person.account_id);
  }

  @Handles(inviteCollaborator)
  invite(
    { params, body }: EndpointInput<typeof inviteCollaborator>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    return this.commands.execute(new InviteCollaborator(params.id, person, body, request_id));
  }

  @Handles(withdrawStudyInvitation)
  async withdraw(
    { params: { id, invitation } }: EndpointInput<typeof withdrawStudyInvitation>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(
      new WithdrawInvitation(id, invitation, person.account_id, request_id),
    );
    return replyWithStatus(204);
  }

  @Handles(changeCollaborator)
  async change(
    { params: { id, account }, body }: EndpointInput<typeof changeCollaborator>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(
      new ChangeCollaborator(id, account, body.role, person.account_id, request_id),
    );
    return this.collaborators.ofStudy(id, person.account_id);
  }

  @Handles(setRosterAccess)
  async setRoster(
    { params: { id, account }, body }: EndpointInput<typeof setRosterAccess>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(
      new SetRosterAccess(id, account, body.open, person.account_id, request_id),
    );
    return this.collaborators.ofStudy(id, person.account_id);
  }

  @Handles(removeCollaborator)
  async remove(
    { params: { id, account } }: EndpointInput<typeof removeCollaborator>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(
      new ChangeCollaborator(id, account, null, person.account_id, request_id),
    );
    return replyWithStatus(204);
  }

  @Handles(offerStudy)
  offer(
    { params, body: { account, email = '', stays } }: EndpointInput<typeof offerStudy>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    const to: OfferRecipient = account === undefined ? { email } : { account };
    return this.commands.execute(new OfferStudy(params.id, person, to, stays, request_id));
  }

  @Handles(withdrawStudyOffer)
  async takeBack(
    { params }: EndpointInput<typeof withdrawStudyOffer>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new TakeBackOffer(params.id, person.account_id, request_id));
    return replyWithStatus(204);
  }

  @Handles(answerStudyOffer)
  async takeOver(
    { params, body }: EndpointInput<typeof answerStudyOffer>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(
      new AnswerOffer({ study: params.id }, body.answer, person, request_id),
    );
    return replyWithStatus(204);
  }

  @Handles(answerStudyOfferByKey)
  async takeOverByKey(
    { body }: EndpointInput<typeof answerStudyOfferByKey>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    const at = { key: body.key };
    return {
      study_id: await this.commands.execute(new AnswerOffer(at, body.answer, person, request_id)),
    };
  }

  @Handles(readOfferedRole)
  offered({ body }: EndpointInput<typeof readOfferedRole>, @CallerParam() { person }: Caller) {
    return this.collaborators.offered(body.key, person);
  }

  @Handles(answerStudyInvitation)
  async answer(
    { body }: EndpointInput<typeof answerStudyInvitation>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    return {
      study_id: await this.commands.execute(
        new AnswerInvitation(body.key, body.answer, person, request_id),
      ),
    };
  }
}
