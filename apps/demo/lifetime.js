// Ends this process on a signal, and with the process that started it: npm may be ended without passing a signal on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0))
const parent = process.ppid
setInterval(() => process.ppid !== parent && process.exit(0), 200).unref()
