export {};
//# sourceMappingURL=shell-command.spec.d.ts.map