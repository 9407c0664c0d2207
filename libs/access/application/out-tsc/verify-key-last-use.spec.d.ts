export {};
//# sourceMappingURL=verify-key-last-use.spec.d.ts.map