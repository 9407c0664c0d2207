import { Command } from 'commander';
import { issueCommand } from './issue.command.ts';
import { listCommand } from './list.command.ts';
import { logCommand } from './log.command.ts';
import { pruneCommand } from './prune.command.ts';
import { revokeCommand } from './revoke.command.ts';
import { rotateCommand } from './rotate.command.ts';

export function keysCommand(): Command {
  return new Command('keys')
    .description('Issues, lists, rotates, revokes and deletes API keys, and shows the log of these changes.')
    .addCommand(issueCommand())
    .addCommand(listCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand())
    .addCommand(pruneCommand())
    .addCommand(logCommand());
}
