export {};
//# sourceMappingURL=read-key-log.spec.d.ts.map