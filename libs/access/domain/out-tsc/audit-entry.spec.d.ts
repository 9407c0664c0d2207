export {};
//# sourceMappingURL=audit-entry.spec.d.ts.map