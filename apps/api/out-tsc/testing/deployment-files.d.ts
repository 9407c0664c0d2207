interface ComposeService {
    readonly image: string;
    readonly command?: readonly string[];
    readonly environment?: Readonly<Record<string, string>>;
    readonly volumes?: readonly string[];
    readonly secrets?: readonly string[];
    readonly stop_grace_period?: string;
}
interface Compose {
    readonly services: Readonly<Record<string, ComposeService>>;
    readonly secrets: Readonly<Record<string, {
        readonly file: string;
    }>>;
}
interface Container {
    readonly image: string;
    readonly args?: readonly string[];
    readonly env: readonly {
        readonly name: string;
        readonly value: string;
    }[];
    readonly ports?: readonly {
        readonly name: string;
        readonly containerPort: number;
    }[];
    readonly volumeMounts: readonly {
        readonly name: string;
        readonly mountPath: string;
    }[];
    readonly lifecycle: {
        readonly preStop: {
            readonly sleep: {
                readonly seconds: number;
            };
        };
    };
    readonly livenessProbe: {
        readonly httpGet: object;
    };
    readonly readinessProbe: {
        readonly httpGet: object;
    };
    readonly securityContext: object;
}
interface PodTemplate {
    readonly metadata: {
        readonly labels: object;
    };
    readonly spec: {
        readonly containers: readonly [Container];
        readonly securityContext: object;
        readonly terminationGracePeriodSeconds?: number;
        readonly volumes: readonly {
            readonly name: string;
            readonly secret: {
                readonly secretName: string;
            };
        }[];
    };
}
export interface Manifest {
    readonly kind: string;
    readonly metadata: {
        readonly name: string;
        readonly namespace: string;
    };
    readonly stringData: object;
    readonly spec: {
        readonly selector: object;
        readonly template: PodTemplate;
    };
}
export interface Scrapes {
    readonly rule_files?: readonly string[];
    readonly scrape_configs: readonly {
        readonly job_name: string;
        readonly static_configs: readonly {
            readonly targets: readonly string[];
        }[];
    }[];
}
/** Absolute path of the workspace. */
export declare const root: string;
/** Absolute path of the folder with the files. */
export declare const folder: string;
export declare const readYaml: (path: string) => unknown;
export declare const readManifests: (path: string) => Manifest[];
/** Returns what the first group of the pattern matches, or a text that says that nothing matches. */
export declare const found: (text: string, pattern: RegExp) => string;
export declare const dockerfile: string;
export declare const compose: Compose;
export declare const instances: string[];
export declare const nginx: string;
export declare const deployment: Manifest, service: Manifest, budget: Manifest;
export declare const migration: Manifest;
export declare const pods: PodTemplate[];
export declare const pod: {
    readonly containers: readonly [Container];
    readonly securityContext: object;
    readonly terminationGracePeriodSeconds?: number;
    readonly volumes: readonly {
        readonly name: string;
        readonly secret: {
            readonly secretName: string;
        };
    }[];
};
export declare const container: Container;
export declare const unit: string;
/** The environment that each file sets for the service or `petstore`. */
export declare const environments: Readonly<Record<string, Readonly<Record<string, string>>>>;
export {};
//# sourceMappingURL=deployment-files.d.ts.map