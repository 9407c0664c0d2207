export {};
//# sourceMappingURL=issue-first-key.spec.d.ts.map