import pino, { type DestinationStream, type Logger } from 'pino';
import type { LoggerService } from '@nestjs/common';

export type { Logger };

/**
 * The lines of one turn of the event loop in one write: a rush of requests would otherwise pay a
 * system call each. What ends the process writes them first.
 */
function linesOfATurn(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true });
  let lines = '';
  const flush = () => {
    if (lines === '') return;
    output.write(lines);
    lines = '';
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

let output: DestinationStream | undefined;

/**
 * JSON lines: ids only, never names, addresses, codes, tokens or query strings.
 * @param to standard output, unless a test reads along
 */
export const createLog = (
  level: string,
  program: string,
  to: DestinationStream = (output ??= linesOfATurn()),
): Logger =>
  pino(
    {
      level,
      base: { program, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['authorization', '*.authorization', 'password', '*.password'],
    },
    to,
  );

/** What Nest itself has to say, through the same log. */
export class NestLog implements LoggerService {
  constructor(private readonly pino: Logger) {}

  /** Nest's start-up chatter is of no use in production: at debug. */
  log(message: unknown, ...context: unknown[]) {
    this.write('debug', message, context);
  }
  debug(message: unknown, ...context: unknown[]) {
    this.write('debug', message, context);
  }
  warn(message: unknown, ...context: unknown[]) {
    this.write('warn', message, context);
  }
  error(message: unknown, ...context: unknown[]) {
    this.write('error', message, context);
  }

  private write(level: 'debug' | 'warn' | 'error', message: unknown, context: unknown[]) {
    this.pino[level](
      { context: context.at(-1) },
      message instanceof Error ? message.message : String(message),
    );
  }
}
