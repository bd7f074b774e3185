/** The part of the server's log that this folder needs; pino fits as it is. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
