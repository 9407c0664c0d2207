import { Progress } from './progress.ts';

function output(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, columns: 20, write: (text: string) => written.push(text) };
}

describe('on a terminal', () => {
  it('replaces the message, cut to the width of the terminal', () => {
    const terminal = output(true);
    const progress = new Progress(terminal);
    progress.report('one');
    progress.update('a message of more than twenty columns');
    progress.end();
    expect(terminal.written).toEqual(['\r\u001b[K00:00 one', '\r\u001b[K00:00 a message of ', '\r\u001b[K']);
  });

  it('writes lines above the message', () => {
    const terminal = output(true);
    const lines = jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
      terminal.written.push(String(line));
      return true;
    });
    const progress = new Progress(terminal);
    progress.report('one');
    progress.print('line');
    progress.end();
    lines.mockRestore();
    expect(terminal.written.slice(1, -1)).toEqual(['\r\u001b[K', 'line\n', '\r\u001b[K00:00 one']);
  });

  it('updates the elapsed time', () => {
    jest.useFakeTimers();
    const terminal = output(true);
    const progress = new Progress(terminal);
    progress.report('one');
    jest.advanceTimersByTime(61_000);
    progress.end();
    jest.advanceTimersByTime(5_000);
    jest.useRealTimers();
    expect(terminal.written.slice(-2)).toEqual(['\r\u001b[K01:01 one', '\r\u001b[K']);
  });
});

it('elsewhere, writes a line for each new step and ignores updates', () => {
  const pipe = output(false);
  const progress = new Progress(pipe);
  progress.report('one');
  progress.update('1 %');
  progress.report('one');
  progress.report('two');
  progress.end();
  expect(pipe.written).toEqual(['00:00 one\n', '00:00 two\n']);
});
