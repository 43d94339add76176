import type { ErrorTexts } from '../error-texts';

export const de: ErrorTexts = {
  errors: {
    validation_failed: 'Prüfen Sie die markierten Felder.',
    malformed_body: 'Die Anfrage ist nicht lesbar.',
    invalid_key: 'Dieser Schlüssel ist nicht mehr gültig.',
    invalid_code: 'Dieser Code ist falsch oder abgelaufen.',
    invalid_invitation: 'Dieser Einladungscode ist ungültig.',
    unsupported_issuer: 'Diese Anmeldung ist auf diesem Server nicht eingerichtet.',
    invalid_flow:
      'Diese Anmeldung wurde nicht in diesem Browser begonnen oder hat zu lange gedauert. Beginnen Sie von vorn.',
    issuer_refused:
      'Die Gegenseite hat Ihre Identität nicht bestätigt. Beginnen Sie von vorn oder melden Sie sich auf andere Weise an.',
    invalid_challenge:
      'Diese Anmeldung hat zu lange gedauert oder enthielt zu viele falsche Codes. Melden Sie sich noch einmal an.',
    invalid_passkey: 'Dieser Passkey konnte nicht bestätigt werden.',
    invalid_metadata:
      'Das lässt sich nicht als Metadaten eines SAML-Identitätsanbieters verwenden: {reason}',
    identity_provider_taken: 'Eine andere Verbindung hat diesen Identitätsanbieter schon.',
    invalid_identity_token:
      'Dieser Identitätsnachweis ist ungültig oder abgelaufen. Beginnen Sie von vorn.',
    second_factor_required: 'Bestätigen Sie die Anmeldung mit Ihrem zweiten Faktor.',
    account_disabled: 'Dieses Konto wurde gesperrt. Nehmen Sie Kontakt mit uns auf.',
    identity_unknown:
      'Mit dieser Identität ist noch kein Konto verknüpft. Melden Sie sich anders an und verknüpfen Sie sie dann in Ihrem Profil.',
    recent_sign_in_required:
      'Melden Sie sich dafür zuerst noch einmal an: Ihre letzte Anmeldung ist länger als {minutes} Minuten her.',
    sign_in_not_fresh:
      'Die andere Seite hat Sie nicht erneut gefragt, wer Sie sind. Melden Sie sich dort ab und beginnen Sie noch einmal.',
    sign_in_first:
      'Dieses Konto wurde mit einer anderen Anmeldung erstellt. Melden Sie sich zuerst damit an, dann bestätigen Sie die Adresse.',
    second_factor_missing:
      'Für die Verwaltung dieses Servers brauchen Sie einen zweiten Faktor. Richten Sie ihn in Ihrem Profil ein und melden Sie sich damit an.',
    no_sso_for_domain:
      'Für diese Mail-Domain ist hier keine Organisation mit Single Sign-on eingerichtet.',
    identity_proof_needed:
      'Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich dort an und verknüpfen Sie diese Identität dann in Ihrem Profil.',
    identity_taken:
      'Diese Identität ist mit einem anderen Konto verknüpft, oder Ihr Konto hat schon eine dieser Art.',
    last_way_in: 'Das ist der letzte Zugang zu Ihrem Konto. Fügen Sie zuerst einen anderen hinzu.',
    last_administrator:
      'Das ist die letzte Person in der Verwaltung. Geben Sie die Rolle zuerst jemand anderem.',
    second_factor_exists:
      'Eine Authenticator-App ist schon eingerichtet. Entfernen Sie sie zuerst.',
    too_many_passkeys:
      'Sie haben {max} Passkeys, mehr sind nicht möglich. Entfernen Sie zuerst einen.',
    domain_taken: 'Eine andere Verbindung hat diese Mail-Domain schon: {domain}',
    export_under_way: 'Es wird schon eine Kopie erstellt.',
    issuer_unavailable:
      'Die Gegenseite antwortet gerade nicht. Versuchen Sie es später noch einmal.',
    unauthenticated: 'Melden Sie sich zuerst an.',
    invalid_credentials: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    forbidden: 'Das dürfen Sie nicht.',
    email_not_verified:
      'Bestätigen Sie Ihre E-Mail-Adresse, bevor Sie an Studien teilnehmen. Die Anleitung liegt in Ihrem Posteingang.',
    researcher_deletion: 'Ein Forscherkonto löscht die Verwaltung. Schreiben Sie uns.',
    researcher_not_approved:
      'Nur bestätigte Forschende dürfen im öffentlichen Katalog werben. Nutzen Sie bis zur Entscheidung einen privaten Link.',
    not_eligible: 'Sie erfüllen die Bedingungen dieser Studie nicht.',
    not_found: 'Nicht gefunden.',
    request_timeout: 'Die Anfrage kam nicht rechtzeitig an.',
    method_not_allowed: 'Diese Adresse beantwortet solche Anfragen nicht.',
    session_full: 'Alle {capacity} Plätze sind vergeben.',
    session_not_active: 'Für diese Erhebung wird gerade nicht geworben.',
    session_closed: 'Diese Erhebung ist geschlossen.',
    consent_required: 'Lesen Sie zuerst die Einwilligung und stimmen Sie ihr zu.',
    consent_changed:
      'Die Einwilligung ist eine andere, als Sie gelesen haben. Lesen Sie sie noch einmal.',
    consent_missing: 'Fügen Sie vor dem Start eine Einwilligung hinzu.',
    already_participated: 'Sie haben an dieser Studie schon teilgenommen.',
    already_decided: 'Darüber wurde schon entschieden.',
    illegal_transition: 'Das ist aus {from} nicht möglich.',
    capacity_below_taken:
      'Die Kapazität kann nicht unter die {taken} vergebenen oder erwarteten Plätze fallen.',
    frozen_after_launch: 'Das kann sich nach dem Start nicht ändern.',
    reward_lowered: 'Die Vergütung darf nach dem Start steigen, aber nicht fallen.',
    study_archived: 'Diese Studie ist archiviert.',
    study_recruiting: 'Diese Studie hat eine offene Erhebung. Schließen Sie sie zuerst.',
    too_large: 'Das ist zu groß.',
    unsupported_media_type: 'Dieser Inhaltstyp wird nicht verstanden.',
    headers_too_large: 'Die Adresse oder die Kopfzeilen der Anfrage sind zu lang.',
    too_many_requests: 'Zu viele Versuche. Versuchen Sie es später noch einmal.',
    internal: 'Ein unerwarteter Fehler ist aufgetreten. Versuchen Sie es später noch einmal',
    unavailable:
      'Der Server ist beschäftigt oder startet neu. Versuchen Sie es gleich noch einmal.',
  },
  reasons: {
    not_xml: 'es ist kein lesbares XML.',
    document_type: 'es enthält einen Dokumenttyp; das wird nicht angenommen.',
    not_metadata: 'es sind keine SAML-Metadaten.',
    several_entities:
      'es beschreibt mehrere Teilnehmer. Geben Sie die Metadaten des einen Anbieters an.',
    no_entity_id: 'die Entity-ID fehlt.',
    expired: 'es ist abgelaufen. Holen Sie es neu.',
    no_identity_provider: 'es beschreibt keinen Identitätsanbieter, vielleicht einen Dienst.',
    several_identity_providers: 'es beschreibt mehr als einen Identitätsanbieter.',
    signed_requests_wanted:
      'der Anbieter verlangt signierte Anfragen, die dieser Server nicht sendet.',
    no_redirect_binding: 'es nennt keine Adresse für die Anmeldung per HTTP-Redirect.',
    insecure_address: 'die Adresse für die Anmeldung muss schlichtes https sein.',
    no_signing_certificate: 'es enthält kein Zertifikat zum Signieren.',
    too_many_certificates: 'es enthält zu viele Zertifikate.',
    unreadable_certificate: 'ein Zertifikat ist nicht lesbar.',
    certificate_expired: 'die Zertifikate sind abgelaufen.',
    unsupported_key:
      'ein Schlüssel ist von einer Art, die nicht geprüft werden kann; nötig ist RSA.',
    weak_key: 'ein Schlüssel ist zu kurz; nötig sind 2.048 Bit.',
  },
  fields: {
    unknown_field: 'Unbekanntes Feld.',
    required: 'Das ist ein Pflichtfeld.',
    wrong_type: 'Der Typ ist falsch.',
    invalid: 'Das ist ungültig.',
    not_one_of: 'Das ist keiner der möglichen Werte.',
    not_allowed: 'Das ist hier nicht erlaubt.',
    too_short: 'Das ist zu kurz.',
    too_long: 'Das ist zu lang.',
    too_small: 'Das ist zu klein.',
    too_big: 'Das ist zu groß.',
    invalid_email: 'Das ist keine E-Mail-Adresse.',
    invalid_date: 'Schreiben Sie das Datum als JJJJ-MM-TT.',
    invalid_url: 'Das ist keine gültige https-Adresse.',
    invalid_uuid: 'Das ist keine gültige Kennung.',
    invalid_datetime: 'Das ist keine gültige Zeit.',
    invalid_currency: 'Nutzen Sie einen Währungscode aus drei Buchstaben wie EUR.',
    invalid_text: 'Das enthält Zeichen, die nicht gespeichert werden können.',
    in_the_past: 'Das liegt in der Vergangenheit.',
    before_opening: 'Das liegt vor der Öffnung.',
    after_closing: 'Das liegt nach der Schließung.',
    password_mismatch: 'Die Passwörter stimmen nicht überein.',
    password_lower: 'Ein Kleinbuchstabe fehlt.',
    password_upper: 'Ein Großbuchstabe fehlt.',
    password_digit: 'Eine Ziffer fehlt.',
    password_punctuation: 'Ein Satzzeichen fehlt.',
    nothing_to_change: 'Es gibt nichts zu ändern.',
    public_mail_domain:
      'Dort bekommt jede Person eine Adresse: Keine Einrichtung kann für alle bürgen.',
  },
};
