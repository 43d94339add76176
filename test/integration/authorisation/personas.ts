import { randomUUID } from 'node:crypto';
import { timeOrderedId } from '../../../server/platform/db/ids';
import { Secrets, sha256 } from '../../../server/platform/security/secrets';
import { moveStepsToYesterday } from '../../support/people/a-day-ago';
import type { RunningApp } from '../../support/app/app';
import {
  administratorOptions,
  makeEachPerson,
  makeResearcher,
  researcherOptions,
  type PersonOptions,
  type TestPerson,
} from '../../support/people/people';
import {
  recruit,
  type RecruitingStudy,
  type RecruitingOptions,
} from '../../support/people/recruiting';
import { makeConsent, makeStudy } from '../studies/fixtures';
import type { Persona } from './admitted-personas';

export type PersonaAccounts = Record<Exclude<Persona, 'visitor'>, TestPerson>;

/**
 * Makes the people of one row. Each row gets new people, because calls of other rows may have
 * changed the people of those rows.
 */
export async function makePersonaAccounts({ source }: RunningApp): Promise<PersonaAccounts> {
  const roles: Record<keyof PersonaAccounts, PersonOptions> = {
    participant: {},
    unverified: { status: 'NEW' },
    'other participant': {},
    builder: {},
    pending: { ...researcherOptions, researcher_privilege: null },
    failed: { ...researcherOptions, researcher_privilege: false },
    approved: researcherOptions,
    'other researcher': researcherOptions,
    administrator: administratorOptions,
  };
  const people = await makeEachPerson(source, Object.values(roles));
  const cast = Object.fromEntries(
    Object.keys(roles).map((name, i) => [name, people[i]]),
  ) as PersonaAccounts;
  // The builder is a student of a classroom that lets its students build.
  await source.query(
    `WITH room AS (INSERT INTO identity.classroom (id, title, state, students_build)
       VALUES (gen_random_uuid(), 'Methods', 'open', true) RETURNING id)
     INSERT INTO identity.classroom_member (id, classroom_id, account_id, role, joined_on)
     SELECT gen_random_uuid(), room.id, $1, 'student', '2026-01-01' FROM room`,
    [cast.builder._id],
  );
  return cast;
}

/**
 * Creates what the request of a cell needs: the study, session or file that the persona requests.
 */
export class MatrixCellFixtures {
  /** Whether the created things depend on the persona. */
  isPersonal = false;

  constructor(
    readonly run: RunningApp,
    readonly cast: PersonaAccounts,
    private readonly persona: Persona,
  ) {}

  get me(): TestPerson | null {
    this.isPersonal = true;
    return this.persona === 'visitor' ? null : this.cast[this.persona];
  }

  /**
   * The owner of the requested study. Pending and failed researchers request their own study. All
   * other personas request a study of the approved researcher.
   */
  get researcher(): TestPerson {
    return this.persona === 'pending' || this.persona === 'failed'
      ? this.cast[this.persona]
      : this.cast.approved;
  }

  study(details: object = {}): Promise<string> {
    return makeStudy(this.run, this.researcher, details);
  }

  /** Makes a study with consent and an unlaunched session. */
  async session(): Promise<{ study: string; session: string }> {
    const study = await this.study();
    await makeConsent(this.run, this.researcher, study);
    const answer = await this.run
      .http()
      .post(`/api/studies/${study}/sessions/`)
      .set(this.researcher.headers)
      .send({ capacity: 3 })
      .expect(201);
    return { study, session: (answer.body as { _id: string })._id };
  }

  /**
   * Makes a copy of a study that has a consent document. @returns the copy, and the copied document
   */
  async copy(): Promise<{ study: string; draft: string }> {
    const { study: first } = await this.session();
    const { headers } = this.researcher;
    const made = await this.run
      .http()
      .post(`/api/studies/${first}/copies/`)
      .set(headers)
      .expect(201);
    const study = (made.body as { _id: string })._id;
    const versions = await this.run
      .http()
      .get(`/api/studies/${study}/consents/`)
      .set(headers)
      .expect(200);
    const { items } = versions.body as { items: { _id: string }[] };
    return { study, draft: items[0]?._id ?? '' };
  }

  /** Makes a recruiting study of the approved researcher. */
  recruiting(options: RecruitingOptions = {}): Promise<RecruitingStudy> {
    return recruit(this.run, { researcher: this.cast.approved, ...options });
  }

  /** Makes a participation of the participant in a recruiting study of the approved researcher. */
  async participation(options: RecruitingOptions = {}): Promise<string> {
    return (await this.takenPart(options)).participation;
  }

  /**
   * Makes a completed participation.
   * @returns its payment
   */
  async payment(): Promise<string> {
    const participation = await this.participation();
    for (const action of ['start', 'complete'])
      await this.run
        .http()
        .put(`/api/participations/${participation}/`)
        .set(this.cast.participant.headers)
        .send({ action })
        .expect(200);
    return this.paymentOf(participation);
  }

  protected async paymentOf(participation: string): Promise<string> {
    const [payment]: { id: string }[] = await this.run.source.query(
      `SELECT id FROM research.payment WHERE participation_id = $1`,
      [participation],
    );
    return payment?.id ?? '';
  }

  /** Makes a participation. @returns its line on the roster */
  async rosterLine(): Promise<{ id: string; entry: string }> {
    const { id, entry } = await this.conversation();
    return { id, entry };
  }

  /**
   * Makes a participation of yesterday.
   * @returns its session, its line on the roster, and the participation
   */
  async conversation(): Promise<{ id: string; entry: string; participation: string }> {
    const { session, participation } = await this.takenPart();
    await moveStepsToYesterday(this.run, session);
    const answer = await this.run
      .http()
      .get(`/api/sessions/${session}/roster/`)
      .set(this.cast.approved.headers)
      .expect(200);
    const { items } = answer.body as { items: { entry: string }[] };
    return { id: session, entry: items[0]?.entry ?? '', participation };
  }

  private async takenPart(options: RecruitingOptions = {}) {
    const { session_id, consent } = await this.recruiting(options);
    const answer = await this.run
      .http()
      .post(`/api/sessions/${session_id}/participations/`)
      .set(this.cast.participant.headers)
      .send({ consent })
      .expect(201);
    return { session: session_id, participation: (answer.body as { _id: string })._id };
  }

  /** Makes a sign-in of the participant in another browser. */
  async signIn(): Promise<string> {
    return this.insert('identity.token', {
      account_id: this.cast.participant._id,
      hash: Buffer.from(randomUUID()),
      remembered: false,
      expires_at: new Date(Date.now() + 3_600_000),
    });
  }

  /** Makes a copy of the participant's data. */
  export = () =>
    this.insert('identity.export', {
      account_id: this.cast.participant._id,
      state: 'ready',
      progress: 100,
      size: 1,
      ready_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    });

  /** Makes a researcher's review without a decision. @returns the researcher's id */
  async review(): Promise<string> {
    const { _id } = await makeResearcher(this.run.source, { researcher_privilege: null });
    await this.insert('identity.review', {
      account_id: _id,
      state: 'pending',
      organization: 'Yale',
    });
    return _id;
  }

  invitation = () =>
    this.insert('identity.invitation', { code_hash: Buffer.from(randomUUID()), max_uses: 5 });
  /** Makes a single sign-on connection with a change that waits to take effect. */
  waitingConnection = () =>
    this.connection({ waiting: '{"enabled": true}', waiting_since: new Date() });
  connection = (more: object = {}) =>
    this.insert('identity.saml_connection', {
      ...more,
      organization: 'Yale',
      entity_id: `https://${randomUUID()}.idp.test/`,
      sso_url: 'https://idp.test/sso',
      certificates: [],
      enabled: true,
    });
  async passkeyOf(person: TestPerson): Promise<string> {
    await this.proved(person);
    return this.insert('identity.passkey', {
      account_id: person._id,
      credential_id: Buffer.from(randomUUID()),
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      name: 'Key',
    });
  }
  async totpOf(person: TestPerson): Promise<void> {
    await this.proved(person);
    await this.insert(
      'identity.totp',
      { account_id: person._id, secret: Buffer.alloc(40), confirmed_at: new Date() },
      null,
    );
  }
  /** Marks all sign-ins of the person as made with the second factor. */
  private proved = ({ _id }: TestPerson) =>
    this.run.source.query(`UPDATE identity.token SET second_factor = true WHERE account_id = $1`, [
      _id,
    ]);
  /** Makes an identity that a provider confirmed, and that the participant has yet to link. */
  async linkToken(provider: string): Promise<string> {
    const token = randomUUID();
    await this.insert('identity.pending_identity_link', {
      token_hash: sha256(token),
      account_id: this.cast.participant._id,
      provider,
      issuer: `https://${provider}.test`,
      subject: token,
      expires_at: new Date(Date.now() + 60_000),
    });
    return token;
  }

  identityOf = (person: TestPerson, provider: string) =>
    this.insert('identity.identity', {
      account_id: person._id,
      provider,
      issuer: `https://${provider}.test`,
      subject: randomUUID(),
    });

  /** Makes an API token of the requested study's researcher. */
  apiToken = () =>
    this.insert('identity.api_token', {
      account_id: this.researcher._id,
      name: 'R script',
      start: 'clab_0000',
      hash: Buffer.from(randomUUID()),
      scopes: ['read'],
      created_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    });

  /** Makes a webhook of the requested study's researcher, with a message. */
  async webhook(): Promise<{ id: string; message: string }> {
    const id = timeOrderedId();
    const secrets = this.run.app.get(Secrets);
    await this.insert(
      'identity.webhook',
      {
        account_id: this.researcher._id,
        url: 'https://receiver.test/hook',
        kinds: ['study.changed'],
        secret: secrets.seal('webhook-secret', id, `whsec_${'A'.repeat(44)}`),
        created_at: new Date(),
        id,
      },
      null,
    );
    const message = await this.insert('identity.webhook_message', {
      webhook_id: id,
      kind: 'webhook.test',
      body: '{}',
      state: 'delivered',
      due_at: new Date(),
      try_until: new Date(),
      created_at: new Date(),
    });
    return { id, message };
  }

  private async insert(
    table: string,
    values: Record<string, unknown>,
    id: string | null = timeOrderedId(),
  ): Promise<string> {
    const row = { ...(id && { id }), ...values };
    const names = Object.keys(row);
    await this.run.source.query(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row),
    );
    return id ?? '';
  }
}
