/** Processor time of this thread during `work`, in milliseconds: independent of other load on the machine. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
