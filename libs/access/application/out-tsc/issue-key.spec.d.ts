export {};
//# sourceMappingURL=issue-key.spec.d.ts.map