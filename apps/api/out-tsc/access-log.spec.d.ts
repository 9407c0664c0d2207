export {};
//# sourceMappingURL=access-log.spec.d.ts.map