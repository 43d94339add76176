import { PlatformStart1763690000000 } from './1763690000000-platform-start';
import { IdentityAccounts1763690001000 } from './1763690001000-identity-accounts';
import { ResearchersReviews1763690002000 } from './1763690002000-researchers-reviews';
import { StudiesStart1763690003000 } from './1763690003000-studies-start';
import { EnrolmentStart1763690004000 } from './1763690004000-enrolment-start';
import { IdentityWaysIn1763690005000 } from './1763690005000-identity-ways-in';
import { IdentitySpentTokens1763690005200 } from './1763690005200-identity-spent-tokens';
import { IdentityAccountNotes1763690005500 } from './1763690005500-identity-account-notes';
import { IdentitySaml1763690006000 } from './1763690006000-identity-saml';
import { ResearchersOrganizations1763690007000 } from './1763690007000-researchers-organizations';
import { DataRights1763690008000 } from './1763690008000-data-rights';
import { IdentityProvedAt1763690009000 } from './1763690009000-identity-proved-at';
import { IdentitySamlFresh1763690009200 } from './1763690009200-identity-saml-fresh';
import { IdentityFreshFlows1763690009400 } from './1763690009400-identity-fresh-flows';
import { DataRightsParts1763690009600 } from './1763690009600-data-rights-parts';
import { TableNames1795324000000 } from './1795324000000-table-names';
import { PersonViews1795324100000 } from './1795324100000-person-views';
import { ResearchViews1795324200000 } from './1795324200000-research-views';
import { MailViews1795324300000 } from './1795324300000-mail-views';
import { ViewsFolded1795365501174 } from './1795365501174-views-folded';
import { AuthenticationFailedSignIns1795367031776 } from './1795367031776-authentication-failed-sign-ins';
import { AuditMonths1795367782598 } from './1795367782598-audit-months';
import { AuditCut1795367935599 } from './1795367935599-audit-cut';
import { ChecksAndKeys1795368288360 } from './1795368288360-checks-and-keys';
import { Indexes1795368349360 } from './1795368349360-indexes';
import { RosterAccessOnceADay1795369406724 } from './1795369406724-roster-access-once-a-day';
import { EnrolmentSeatsTaken1795369437247 } from './1795369437247-enrolment-seats-taken';
import { StudiesOwnerIndex1795370421881 } from './1795370421881-studies-owner-index';
import { AccessPeopleSearch1795384532520 } from './1795384532520-access-people-search';
import { StorageOfHotTables1795392561218 } from './1795392561218-storage-of-hot-tables';
import { EnrolmentWaitOrder1795393334317 } from './1795393334317-enrolment-wait-order';
import { EnrolmentSealedLinks1795394179817 } from './1795394179817-enrolment-sealed-links';
import { MailParticipations1795394338606 } from './1795394338606-mail-participations';
import { AuthenticationKnownPlaces1795394586970 } from './1795394586970-authentication-known-places';
import { EnrolmentOpenByDate1795395319013 } from './1795395319013-enrolment-open-by-date';
import { PlatformSecretVersions1795395771478 } from './1795395771478-platform-secret-versions';
import { QuasiIdentifiers1795395979361 } from './1795395979361-quasi-identifiers';
import { StudiesEverAnonymous1795396224989 } from './1795396224989-studies-ever-anonymous';
import { MailClaimHolders1795400042201 } from './1795400042201-mail-claim-holders';
import { EnrolmentDecisions1795404549980 } from './1795404549980-enrolment-decisions';
import { AuthenticationSsoTrust1795406648951 } from './1795406648951-authentication-sso-trust';
import { AuthenticationSamlEncryption1795407794385 } from './1795407794385-authentication-saml-encryption';
import { EnrolmentSessionNames1795408319005 } from './1795408319005-enrolment-session-names';
import { EnrolmentLinkKeys1795410654220 } from './1795410654220-enrolment-link-keys';
import { AccountsRegisteringBrowsers1795411559672 } from './1795411559672-accounts-registering-browsers';
import { AccountsDeletionRequests1795412699390 } from './1795412699390-accounts-deletion-requests';
import { OperatorWords1795417322585 } from './1795417322585-operator-words';
import { EnrolmentWholeSnapshots1795418242697 } from './1795418242697-enrolment-whole-snapshots';
import { ConsentWithdrawn1795419171301 } from './1795419171301-consent-withdrawn';
import { StudiesEverOnCompletion1795420061110 } from './1795420061110-studies-ever-on-completion';
import { ProcessedWithoutKey1795431906428 } from './1795431906428-processed-without-key';
import { EnrolmentSessionChanges1795433255126 } from './1795433255126-enrolment-session-changes';
import { SlotsStart1795434012065 } from './1795434012065-slots-start';
import { WebhooksStart1795434866720 } from './1795434866720-webhooks-start';
import { ExternalReturnsStart1795434934792 } from './1795434934792-external-returns-start';
import { StudiesVersion1795441491993 } from './1795441491993-studies-version';
import { AccessApiTokens1795443483926 } from './1795443483926-access-api-tokens';
import { StudiesConsentLanguages1795443507749 } from './1795443507749-studies-consent-languages';
import { NoticesStart1795443589668 } from './1795443589668-notices-start';
import { StudiesCopies1795445273894 } from './1795445273894-studies-copies';
import { StudiesCollaborators1795446244703 } from './1795446244703-studies-collaborators';
import { MessagesStart1795454453135 } from './1795454453135-messages-start';
import { AccountsAnswers1795476349892 } from './1795476349892-accounts-answers';
import { StudiesOwners1795515300417 } from './1795515300417-studies-owners';
import { StudyFilesStart1795515339960 } from './1795515339960-study-files-start';
import { RuntimeStart1795515708263 } from './1795515708263-runtime-start';
import { ResearchDataStart1795516193847 } from './1795516193847-research-data-start';
import { RuntimeConditions1795548207609 } from './1795548207609-runtime-conditions';
import { RuntimeEvents1795632328083 } from './1795632328083-runtime-events';
import { ResearchDataBundles1795645914141 } from './1795645914141-research-data-bundles';
import { StudyTimelines1795641500421 } from './1795641500421-study-timelines';
import { Rehearsals1795641000077 } from './1795641000077-rehearsals';
import { RuntimeFiles1795646914141 } from './1795646914141-runtime-files';
import { RuntimeKeyedErrors1795658525651 } from './1795658525651-runtime-keyed-errors';
import { StudyStorage1795660832160 } from './1795660832160-study-storage';
import { ResearchDataOutside1795661018742 } from './1795661018742-research-data-outside';
import { RuntimeTiming1795674843337 } from './1795674843337-runtime-timing';
import { ResearchDataRoom1795674847893 } from './1795674847893-research-data-room';
import { RuntimeBatchSession1795675925961 } from './1795675925961-runtime-batch-session';
import { RuntimePassedPages1795677948911 } from './1795677948911-runtime-passed-pages';
import { KeysToStudies1795689166097 } from './1795689166097-keys-to-studies';
import { RuntimeBatchSessionAge1795690712307 } from './1795690712307-runtime-batch-session-age';
import { ResearchDataRecordings1795701452598 } from './1795701452598-research-data-recordings';
import { RuntimeMissingFiles1795714069527 } from './1795714069527-runtime-missing-files';
import { RuntimeAddresses1795714070838 } from './1795714070838-runtime-addresses';
import { RunsInSamples1795714551323 } from './1795714551323-runs-in-samples';
import { ByConstruction1795750021734 } from './1795750021734-by-construction';
import { RunErrorKinds1795719482613 } from './1795719482613-run-error-kinds';
import { EnrolmentPendingDecisions1795730010412 } from './1795730010412-enrolment-pending-decisions';
import { ExternalReturnsTold1795730022518 } from './1795730022518-external-returns-told';
import { EnrolmentSessionNumbers1795780000001 } from './1795780000001-enrolment-session-numbers';
import { AuthenticationSsoChanges1795770000001 } from './1795770000001-authentication-sso-changes';
import { DataRightsSealedParts1795790043217 } from './1795790043217-data-rights-sealed-parts';
import { ResearchDataSealedParts1795790061893 } from './1795790061893-research-data-sealed-parts';
import { StudiesPaymentTerms1795800037452 } from './1795800037452-studies-payment-terms';
import { EnrolmentPausedSince1795810052986 } from './1795810052986-enrolment-paused-since';
import { StudiesAnalysts1795848201377 } from './1795848201377-studies-analysts';
import { StudiesRosterOpenings1795848307713 } from './1795848307713-studies-roster-openings';
import { RuntimeRecurringValues1795848409271 } from './1795848409271-runtime-recurring-values';
import { EnrolmentOwnRewards1795853801943 } from './1795853801943-enrolment-own-rewards';
import { StudyFilesRehearsed1795861314829 } from './1795861314829-study-files-rehearsed';
import { RunErrorNoEnd1795861314830 } from './1795861314830-run-error-no-end';
import { ResearchDataDecisions1795861543187 } from './1795861543187-research-data-decisions';
import { StudyFilesArchiveNotes1795861432951 } from './1795861432951-study-files-archive-notes';
import { StudyFilesLookedAgain1795862013771 } from './1795862013771-study-files-looked-again';
import { RuntimeLifeOfStudies1795862013772 } from './1795862013772-runtime-life-of-studies';
import { RuntimeLifeKinds1795862013773 } from './1795862013773-runtime-life-kinds';
import { AccessSlips1795877413082 } from './1795877413082-access-slips';
import { EnrolmentSessionWords1795877413915 } from './1795877413915-enrolment-session-words';
import { RuntimeErrorDays1795878126347 } from './1795878126347-runtime-error-days';
import { RuntimeNotCompared1795848423817 } from './1795848423817-runtime-not-compared';
import { SlotsFormerBookings1795701371829 } from './1795701371829-slots-former-bookings';
import { EnrolmentStateOfDay1795515720519 } from './1795515720519-enrolment-state-of-day';
import { ResearchDataFormats1795632280472 } from './1795632280472-research-data-formats';
import { StudyVariables1795700436033 } from './1795700436033-study-variables';
import { SlotsMovedUp1795713602817 } from './1795713602817-slots-moved-up';
import { AccountsUsedKeys1795861764319 } from './1795861764319-accounts-used-keys';
import { AccessFoldedLetters1795861764419 } from './1795861764419-access-folded-letters';
import { AccessRegion1795861764519 } from './1795861764519-access-region';

/** In the order in which they run. */
export const migrations = [
  PlatformStart1763690000000,
  IdentityAccounts1763690001000,
  ResearchersReviews1763690002000,
  StudiesStart1763690003000,
  EnrolmentStart1763690004000,
  IdentityWaysIn1763690005000,
  IdentitySpentTokens1763690005200,
  IdentityAccountNotes1763690005500,
  IdentitySaml1763690006000,
  ResearchersOrganizations1763690007000,
  DataRights1763690008000,
  IdentityProvedAt1763690009000,
  IdentitySamlFresh1763690009200,
  IdentityFreshFlows1763690009400,
  DataRightsParts1763690009600,
  TableNames1795324000000,
  PersonViews1795324100000,
  ResearchViews1795324200000,
  MailViews1795324300000,
  ViewsFolded1795365501174,
  AuthenticationFailedSignIns1795367031776,
  AuditMonths1795367782598,
  AuditCut1795367935599,
  ChecksAndKeys1795368288360,
  Indexes1795368349360,
  RosterAccessOnceADay1795369406724,
  EnrolmentSeatsTaken1795369437247,
  StudiesOwnerIndex1795370421881,
  AccessPeopleSearch1795384532520,
  StorageOfHotTables1795392561218,
  EnrolmentWaitOrder1795393334317,
  EnrolmentSealedLinks1795394179817,
  MailParticipations1795394338606,
  AuthenticationKnownPlaces1795394586970,
  EnrolmentOpenByDate1795395319013,
  PlatformSecretVersions1795395771478,
  QuasiIdentifiers1795395979361,
  StudiesEverAnonymous1795396224989,
  MailClaimHolders1795400042201,
  EnrolmentDecisions1795404549980,
  AuthenticationSsoTrust1795406648951,
  AuthenticationSamlEncryption1795407794385,
  EnrolmentSessionNames1795408319005,
  EnrolmentLinkKeys1795410654220,
  AccountsRegisteringBrowsers1795411559672,
  AccountsDeletionRequests1795412699390,
  OperatorWords1795417322585,
  EnrolmentWholeSnapshots1795418242697,
  ConsentWithdrawn1795419171301,
  StudiesEverOnCompletion1795420061110,
  ProcessedWithoutKey1795431906428,
  EnrolmentSessionChanges1795433255126,
  SlotsStart1795434012065,
  WebhooksStart1795434866720,
  ExternalReturnsStart1795434934792,
  StudiesVersion1795441491993,
  AccessApiTokens1795443483926,
  StudiesConsentLanguages1795443507749,
  NoticesStart1795443589668,
  StudiesCopies1795445273894,
  StudiesCollaborators1795446244703,
  MessagesStart1795454453135,
  AccountsAnswers1795476349892,
  StudiesOwners1795515300417,
  StudyFilesStart1795515339960,
  RuntimeStart1795515708263,
  EnrolmentStateOfDay1795515720519,
  ResearchDataStart1795516193847,
  RuntimeConditions1795548207609,
  ResearchDataFormats1795632280472,
  RuntimeEvents1795632328083,
  Rehearsals1795641000077,
  StudyTimelines1795641500421,
  ResearchDataBundles1795645914141,
  RuntimeFiles1795646914141,
  RuntimeKeyedErrors1795658525651,
  StudyStorage1795660832160,
  ResearchDataOutside1795661018742,
  RuntimeTiming1795674843337,
  ResearchDataRoom1795674847893,
  RuntimeBatchSession1795675925961,
  RuntimePassedPages1795677948911,
  KeysToStudies1795689166097,
  RuntimeBatchSessionAge1795690712307,
  StudyVariables1795700436033,
  SlotsFormerBookings1795701371829,
  ResearchDataRecordings1795701452598,
  SlotsMovedUp1795713602817,
  RuntimeMissingFiles1795714069527,
  RuntimeAddresses1795714070838,
  RunsInSamples1795714551323,
  RunErrorKinds1795719482613,
  EnrolmentPendingDecisions1795730010412,
  ExternalReturnsTold1795730022518,
  ByConstruction1795750021734,
  AuthenticationSsoChanges1795770000001,
  EnrolmentSessionNumbers1795780000001,
  DataRightsSealedParts1795790043217,
  ResearchDataSealedParts1795790061893,
  StudiesPaymentTerms1795800037452,
  EnrolmentPausedSince1795810052986,
  StudiesAnalysts1795848201377,
  StudiesRosterOpenings1795848307713,
  RuntimeRecurringValues1795848409271,
  RuntimeNotCompared1795848423817,
  EnrolmentOwnRewards1795853801943,
  StudyFilesRehearsed1795861314829,
  RunErrorNoEnd1795861314830,
  StudyFilesArchiveNotes1795861432951,
  ResearchDataDecisions1795861543187,
  AccountsUsedKeys1795861764319,
  AccessFoldedLetters1795861764419,
  AccessRegion1795861764519,
  StudyFilesLookedAgain1795862013771,
  RuntimeLifeOfStudies1795862013772,
  RuntimeLifeKinds1795862013773,
  AccessSlips1795877413082,
  EnrolmentSessionWords1795877413915,
  RuntimeErrorDays1795878126347,
];
