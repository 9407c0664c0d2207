export {};
//# sourceMappingURL=change-position.spec.d.ts.map