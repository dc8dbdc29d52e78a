/**
 * Gives signals that have arrived their turn, before work that does not pause by itself.
 *
 * @throws the reason of `signal` when it is aborted.
 */
export async function pause(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}
