const { existsSync, rmSync } = require('node:fs');
const { budgetOf, linesOf, printed } = require('./budgets.cjs');
const { readSpent, spentFile } = require('./processor-time.cjs');

/** How many of the slowest test files are printed, in addition to the contexts. */
const filesNamed = 15;

/** Prints at the end of a run how much processor time each context used, and its budget. */
class BudgetReporter {
  onRunStart() {
    rmSync(spentFile, { force: true });
  }
  onRunComplete() {
    if (!existsSync(spentFile)) return;
    const spent = readSpent();
    const lines = linesOf(spent, budgetOf);
    const sum = lines.reduce((all, { seconds }) => all + seconds, 0);
    const most = [...spent].sort((a, b) => b.seconds - a.seconds).slice(0, filesNamed);
    process.stderr.write(
      `Processor time, in seconds (all ${sum.toFixed(0)}), and the budget of each context:\n${printed(lines, process.env)}\n` +
        `Most of it in:\n${most.map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} ${file}`).join('\n')}\n`,
    );
  }
}

module.exports = BudgetReporter;
