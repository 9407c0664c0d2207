/** Moves the cursor to the start of the terminal line and clears the line. */
const clearLine = '\r\u001b[K';

/** Writes the progress of a compilation. In a terminal, each step replaces the one before. Elsewhere only the first is written. */
export class Progress {
  /** @param {NodeJS.WriteStream} stream */
  constructor(stream) {
    this.stream = stream;
    this.isTerminal = stream.isTTY === true;
    this.hasStarted = false;
  }

  /**
   * @param {number} number position of the project, from 1
   * @param {number} count number of all projects
   * @param {string} project
   */
  step(number, count, project) {
    if (this.isTerminal) {
      const text = `Compiling ${number} of ${count}: ${project}`;
      this.stream.write(`${clearLine}${text.slice(0, (this.stream.columns || 80) - 1)}`);
    } else if (!this.hasStarted) {
      this.note('Compiling the changed projects');
    }
    this.hasStarted = true;
  }

  /** Writes a line that remains. @param {string} text */
  note(text) {
    this.stream.write(`${this.isTerminal ? clearLine : ''}${text}\n`);
  }
}
