interface SmtpError {
  code?: unknown;
  responseCode?: unknown;
  command?: unknown;
  response?: unknown;
}

/**
 * Whether the SMTP server refused this recipient permanently (RFC 5321, 4.2.1: 5yz), so that
 * another attempt would fail as well. False for a refusal by policy (RFC 3463, X.7.X: relaying
 * denied, authentication required): its cause is this installation's configuration, and the mail is
 * kept until an operator has corrected it.
 * @param needsUtf8 whether the address has characters beyond ASCII before the @ (RFC 6531). A
 * server without SMTPUTF8 may refuse such an address as a wrong command (50z)
 */
export function isPermanentRefusal(error: unknown, needsUtf8 = false): boolean {
  const { code, responseCode, command, response } = error as SmtpError;
  return (
    ((code === 'EENVELOPE' && command === 'RCPT TO') ||
      // Errors of a relay that cannot forward an address with characters beyond ASCII (RFC 6531,
      // 3.5 and 4.4).
      (needsUtf8 && /\b5\.6\.7\b|smtputf8/i.test(String(response)))) &&
    typeof responseCode === 'number' &&
    responseCode >= (needsUtf8 ? 500 : 550) &&
    responseCode < 560 &&
    !/\b5\.7\.\d+\b|relay/i.test(String(response))
  );
}
