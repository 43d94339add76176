interface SmtpError {
  code?: unknown;
  responseCode?: unknown;
  command?: unknown;
  response?: unknown;
}

/**
 * Whether the server refused this recipient permanently (RFC 5321, 4.2.1: 5yz), so that another try
 * would fail as well. A refusal by policy (RFC 3463, X.7.X: relaying denied, authentication
 * required) comes from this server's configuration, and the mail is kept until that is corrected.
 */
export function isPermanentRefusal(error: unknown): boolean {
  const { code, responseCode, command, response } = error as SmtpError;
  return (
    code === 'EENVELOPE' &&
    command === 'RCPT TO' &&
    typeof responseCode === 'number' &&
    responseCode >= 550 &&
    responseCode < 560 &&
    !/\b5\.7\.\d+\b|relay/i.test(String(response))
  );
}
