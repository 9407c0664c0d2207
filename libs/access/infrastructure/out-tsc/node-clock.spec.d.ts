export {};
//# sourceMappingURL=node-clock.spec.d.ts.map