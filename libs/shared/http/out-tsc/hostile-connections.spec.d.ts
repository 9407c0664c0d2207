export {};
//# sourceMappingURL=hostile-connections.spec.d.ts.map