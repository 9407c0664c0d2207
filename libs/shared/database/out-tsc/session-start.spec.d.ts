export {};
//# sourceMappingURL=session-start.spec.d.ts.map